package org.offloadtck.emulation.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.DriverThread;
import org.offloadtck.emulation.graph.StreamCapture;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.emulation.run.RunMember;

/// A thread of a client process: its stack of contexts and its default streams.
public final class EmulatedThread implements DriverThread {

    /// `CU_STREAM_LEGACY` (CUDA driver API 12.6).
    static final long LEGACY_STREAM = 1;

    /// `CU_STREAM_PER_THREAD` (CUDA driver API 12.6).
    public static final long PER_THREAD_STREAM = 2;

    /// Functions that may be called before `cuInit` (CUDA driver API 12.6, "Initialization"), and
    /// those of NVML.
    private static final Set<DriverFunction> BEFORE_INIT =
            Set.of(
                    DriverFunction.CU_INIT,
                    DriverFunction.CU_DRIVER_GET_VERSION,
                    DriverFunction.MACHINE_COUNT,
                    DriverFunction.MACHINE_DEVICE,
                    DriverFunction.MACHINE_ATTRIBUTE,
                    DriverFunction.MACHINE_PEER_ATTRIBUTE);

    private final DriverState state;
    private final DispatchTable handlers;
    private final Deque<EmulatedContext> contexts = new ArrayDeque<>();
    private final Map<EmulatedContext, EmulatedStream> ownStreams = new HashMap<>();
    private StreamCapture.Mode captureMode = StreamCapture.Mode.GLOBAL;
    private boolean waited;

    EmulatedThread(DriverState state, DispatchTable handlers) {
        this.state = state;
        this.handlers = handlers;
    }

    DriverState state() {
        return state;
    }

    /// The stack of current contexts, the innermost first.
    public Deque<EmulatedContext> contexts() {
        return contexts;
    }

    /// The current context, failed or not.
    ///
    /// @throws DriverCallException if there is none, or it was destroyed
    public EmulatedContext current() {
        var context =
                Optional.ofNullable(contexts.peek())
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.INVALID_CONTEXT,
                                        "the thread has no current context"));
        if (state.handles().find(context.handle(), EmulatedContext.class).isEmpty()) {
            throw DriverCallException.of(
                    DriverResult.CONTEXT_IS_DESTROYED,
                    "the current context 0x%x was destroyed".formatted(context.handle()));
        }
        return context;
    }

    /// The per-thread default stream in `context`.
    EmulatedStream ownStream(EmulatedContext context) {
        return ownStreams.computeIfAbsent(
                context,
                c -> new EmulatedStream(PER_THREAD_STREAM, c, EmulatedStream.Mode.BLOCKING, 0));
    }

    /// Which captures forbid the thread to call unsafe functions.
    public StreamCapture.Mode captureMode() {
        return captureMode;
    }

    public void setCaptureMode(StreamCapture.Mode mode) {
        captureMode = mode;
    }

    /// Waits for the command queue. The reply then carries the output of kernels.
    public void await(List<Ticket> work) {
        waited = true;
        state.queue().await(work);
    }

    @Override
    public DriverReply call(DriverCall call) {
        state.lock().lock();
        try {
            waited = false;
            return answer(call);
        } finally {
            state.lock().unlock();
        }
    }

    private DriverReply answer(DriverCall call) {
        try {
            requireDevice();
            requireInitialised(call.function());
            var handler = handlers.handler(call.function());
            return complete(call, handler.handle(new Invocation(this, call)), "");
        } catch (DriverCallException failure) {
            state.recorder().recordMisuse(call, failure);
            return complete(call, failure.reply(), failure.reason());
        }
    }

    private void requireDevice() {
        if (state.isClosed()) {
            throw DriverCallException.of(DriverResult.DEINITIALIZED, "the process is ending");
        }
        if (state.injections().isLostAtNextCall()) {
            throw DriverCallException.of(
                    DriverResult.DEVICE_UNAVAILABLE, "the device is lost, as --inject requests");
        }
    }

    private void requireInitialised(DriverFunction function) {
        if (!state.isInitialised() && !BEFORE_INIT.contains(function)) {
            throw DriverCallException.of(DriverResult.NOT_INITIALIZED, "cuInit was not called");
        }
    }

    /// Adds the output of kernels and the lines for standard error to a reply: of a call that
    /// waited, and of the first that returns the failure of a context without waiting.
    private DriverReply complete(DriverCall call, DriverReply reply, String reason) {
        var queue = state.queue();
        boolean tells = waited || (reply.result() != DriverResult.SUCCESS && queue.hasNotices());
        String output = tells ? queue.takeOutput() : "";
        String notices = tells ? queue.takeNotices() : "";
        var diagnostics = new StringBuilder(tells ? queue.takeMessages() : "");
        if (state.recorder().recipient() == RunMember.Recipient.PROCESS) {
            diagnostics.append(notices);
        }
        if (state.recorder().isTracing()) {
            diagnostics.append(ApiTrace.line(call, reply, reason));
        }
        return reply.printing(output, diagnostics.toString());
    }

    @Override
    public void close() {}
}
