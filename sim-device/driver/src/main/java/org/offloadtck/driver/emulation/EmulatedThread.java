package org.offloadtck.driver.emulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.driver.api.Call;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.DriverThread;
import org.offloadtck.driver.api.Reply;

/// A thread of the client process: its stack of contexts and its default streams.
final class EmulatedThread implements DriverThread {

    /// `CU_STREAM_LEGACY` (CUDA driver API 12.6).
    static final long LEGACY_STREAM = 1;

    /// `CU_STREAM_PER_THREAD` (CUDA driver API 12.6).
    static final long PER_THREAD_STREAM = 2;

    /// What works before `cuInit` (CUDA driver API 12.6, "Initialization").
    private static final Set<DriverCall> BEFORE_INIT =
            Set.of(DriverCall.CU_INIT, DriverCall.CU_DRIVER_GET_VERSION);

    private final Machine machine;
    private final Deque<Context> contexts = new ArrayDeque<>();
    private final Map<Context, Stream> ownStreams = new HashMap<>();
    private boolean waited;

    EmulatedThread(Machine machine) {
        this.machine = machine;
    }

    Machine machine() {
        return machine;
    }

    /// Current contexts, the innermost first.
    Deque<Context> contexts() {
        return contexts;
    }

    /// The current context, healthy or not.
    Context current() {
        var context =
                Optional.ofNullable(contexts.peek())
                        .orElseThrow(() ->
                                Refusal.of(
                                        DriverResult.INVALID_CONTEXT,
                                        "the thread has no current context"));
        if (machine.handles().find(context.handle(), Context.class).isEmpty()) {
            throw Refusal.of(
                    DriverResult.CONTEXT_IS_DESTROYED,
                    "the current context 0x%x was destroyed".formatted(context.handle()));
        }
        return context;
    }

    /// The thread's own default stream in `context`.
    Stream ownStream(Context context) {
        return ownStreams.computeIfAbsent(
                context, c -> new Stream(PER_THREAD_STREAM, c, Stream.Mode.BLOCKING, 0));
    }

    /// Waits for the worker; what kernels printed goes out with the reply.
    void await(long ticket) {
        waited = true;
        machine.worker().await(ticket);
    }

    @Override
    public Reply call(Call call) {
        machine.lock().lock();
        try {
            waited = false;
            return answer(call);
        } finally {
            machine.lock().unlock();
        }
    }

    private Reply answer(Call call) {
        try {
            requireDevice();
            requireInitialised(call.function());
            var handler = machine.calls().handler(call.function());
            return complete(call, handler.answer(new Invocation(this, call)), "");
        } catch (Refusal refusal) {
            machine.watch().refused(call, refusal);
            return complete(call, refusal.reply(), refusal.reason());
        }
    }

    private void requireDevice() {
        if (machine.isClosed()) {
            throw Refusal.of(DriverResult.DEINITIALIZED, "the process is ending");
        }
        if (machine.injections().isLostAtNextCall()) {
            throw Refusal.of(
                    DriverResult.DEVICE_UNAVAILABLE, "the device is lost, as --inject asks");
        }
    }

    private void requireInitialised(DriverCall function) {
        if (!machine.isInitialised() && !BEFORE_INIT.contains(function)) {
            throw Refusal.of(DriverResult.NOT_INITIALIZED, "cuInit was not called");
        }
    }

    /// Adds what is to be printed.
    private Reply complete(Call call, Reply reply, String reason) {
        var worker = machine.worker();
        String output = waited ? worker.takeOutput() : "";
        String notices = waited ? worker.takeNotices() : "";
        var diagnostics = new StringBuilder();
        if (machine.watch().reader() == Watch.Reader.PROCESS) {
            diagnostics.append(notices);
        }
        if (machine.watch().isTracing()) {
            diagnostics.append(Trace.line(call, reply, reason));
        }
        return reply.printing(output, diagnostics.toString());
    }

    @Override
    public void close() {}
}
