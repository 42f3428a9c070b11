package org.offloadtck.emulation.stream;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.graph.StreamCapture;
import org.offloadtck.emulation.graph.StreamCapture.Mode;
import org.offloadtck.emulation.graph.StreamCapture.Status;
import org.offloadtck.emulation.graph.StreamCaptures;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of captures, and of waits for events, which let a stream take part in one.
///
/// Requirement: ER-27.
public final class CaptureHandlers implements DispatchTable.HandlerGroup {

    /// `CU_EVENT_WAIT_EXTERNAL` (CUDA driver API 12.6, `CUevent_wait_flags`): the wait is a node of
    /// the graph.
    private static final int EXTERNAL = 1;

    /// `CU_STREAM_SET_CAPTURE_DEPENDENCIES` (CUDA driver API 12.6,
    /// `CUstreamUpdateCaptureDependencies_flags`); without it, nodes are added.
    private static final int SET_DEPENDENCIES = 1;

    private final DriverState state;

    public CaptureHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_STREAM_BEGIN_CAPTURE, this::begin);
        table.add(DriverFunction.CU_STREAM_BEGIN_CAPTURE_TO_GRAPH, this::extend);
        table.add(DriverFunction.CU_STREAM_END_CAPTURE, this::end);
        table.add(
                DriverFunction.CU_STREAM_IS_CAPTURING,
                call -> DriverReply.success((long) status(call.stream(0)).code()));
        table.add(DriverFunction.CU_STREAM_GET_CAPTURE_INFO, this::info);
        table.add(DriverFunction.CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES, this::update);
        table.add(DriverFunction.CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE, this::exchange);
        table.add(DriverFunction.CU_STREAM_WAIT_EVENT, this::waitEvent);
    }

    private DriverReply begin(Invocation call) {
        var mode = mode(call, 1);
        var stream = uncaptured(call);
        state.captures().begin(stream, call.thread(), mode, EmulatedGraph.in(state.handles()));
        return DriverReply.success();
    }

    private DriverReply extend(Invocation call) {
        var graph = GraphHandlers.graph(call, 1);
        var dependencies = NodeList.of(call, 0, graph);
        var mode = mode(call, 2);
        state.captures().begin(uncaptured(call), call.thread(), mode, graph).extend(dependencies);
        return DriverReply.success();
    }

    /// The stream in argument 0, which can be captured and is not.
    private EmulatedStream uncaptured(Invocation call) {
        var stream = call.stream(0);
        if (stream.isLegacy()) {
            throw call.error(
                    0,
                    DriverResult.STREAM_CAPTURE_UNSUPPORTED,
                    "is the legacy stream, which cannot be captured");
        }
        if (state.captures().of(stream).isPresent()) {
            throw call.error(0, DriverResult.ILLEGAL_STATE, "is captured already");
        }
        return stream;
    }

    private static Mode mode(Invocation call, int index) {
        return switch (call.constant(index, Mode.RELAXED.code())) {
            case 0 -> Mode.GLOBAL;
            case 1 -> Mode.THREAD_LOCAL;
            default -> Mode.RELAXED;
        };
    }

    private DriverReply end(Invocation call) {
        var stream = call.stream(0);
        var capture = capture(call, stream);
        if (capture.origin() != stream) {
            throw StreamCaptures.invalidating(
                    capture,
                    DriverResult.STREAM_CAPTURE_UNMATCHED,
                    "the capture began with stream 0x%x".formatted(capture.origin().handle()));
        }
        if (capture.mode() != Mode.RELAXED && !capture.isBegunBy(call.thread())) {
            throw call.error(
                    0,
                    DriverResult.STREAM_CAPTURE_WRONG_THREAD,
                    "is captured by another thread, in mode " + capture.mode());
        }
        state.captures().end(capture);
        var unjoined = capture.unjoined();
        if (capture.status() == Status.INVALIDATED || !unjoined.isEmpty()) {
            if (!capture.extendsGraph()) {
                capture.graph().destroy();
            }
            throw unjoined.isEmpty()
                    ? DriverCallException.of(
                            DriverResult.STREAM_CAPTURE_INVALIDATED,
                            "an earlier call invalidated the capture")
                    : DriverCallException.of(
                            DriverResult.STREAM_CAPTURE_UNJOINED,
                            "stream 0x%x does not wait for the work of stream 0x%x"
                                    .formatted(stream.handle(), unjoined.getFirst().handle()));
        }
        return DriverReply.success(capture.graph().handle());
    }

    private StreamCapture capture(Invocation call, EmulatedStream stream) {
        return state.captures()
                .of(stream)
                .orElseThrow(() -> call.error(0, DriverResult.ILLEGAL_STATE, "is not captured"));
    }

    /// Whether the stream is captured. For the legacy stream, it is an error if streams are that it
    /// waits for, which invalidates no capture.
    private Status status(EmulatedStream stream) {
        if (state.captures().impliedBy(stream).isPresent()) {
            throw DriverCallException.of(
                    DriverResult.STREAM_CAPTURE_IMPLICIT,
                    "the legacy stream waits for a stream that is captured");
        }
        return state.captures().of(stream).map(StreamCapture::status).orElse(Status.NONE);
    }

    private DriverReply info(Invocation call) {
        var stream = call.stream(0);
        if (status(stream) != Status.ACTIVE) {
            return DriverReply.success((long) status(stream).code(), 0L, 0L)
                    .withBuffers(new byte[0]);
        }
        var capture = capture(call, stream);
        return DriverReply.success(
                        (long) Status.ACTIVE.code(), capture.id(), capture.graph().handle())
                .withBuffers(NodeList.bytes(capture.ends(stream)));
    }

    private DriverReply update(Invocation call) {
        var stream = call.stream(0);
        var capture = capture(call, stream);
        var nodes = NodeList.of(call, 0, capture.graph());
        if (call.flags(1, SET_DEPENDENCIES) == 0) {
            capture.join(stream, nodes);
        } else {
            capture.setEnds(stream, nodes);
        }
        return DriverReply.success();
    }

    private DriverReply exchange(Invocation call) {
        var before = call.thread().captureMode();
        call.thread().setCaptureMode(mode(call, 0));
        return DriverReply.success((long) before.code());
    }

    private DriverReply waitEvent(Invocation call) {
        var stream = call.stream(0);
        var event = call.event(1);
        var capture = state.captures().taking(stream);
        if (call.flags(2, EXTERNAL) != 0 && capture.isPresent()) {
            capture.get().add(stream, new NodeWork.WaitEvent(event));
            return DriverReply.success();
        }
        var recording = state.captures().recording(event);
        if (event.counters().isPresent() && recording.isEmpty()) {
            state.awaiting(stream.context(), event.counters().get())
                    .ifPresent(command -> call.submit(stream, command));
        } else if (recording.isPresent()) {
            join(call, stream, recording.get());
        } else if (event.isRecorded()) {
            capture.ifPresent(own -> {
                throw StreamCaptures.invalidating(
                        own,
                        DriverResult.STREAM_CAPTURE_ISOLATION,
                        "event 0x%x was recorded in a stream that is not captured"
                                .formatted(event.handle()));
            });
            stream.context().waits(stream, event.ticket());
        }
        return DriverReply.success();
    }

    /// A stream waits for an event of a capture, and takes part in it.
    private void join(Invocation call, EmulatedStream stream, StreamCaptures.Recording recording) {
        var capture = recording.capture();
        if (!state.captures().isOpen(recording) || stream.isLegacy()) {
            state.captures().requireUncaptured(call.event(1));
        }
        var own = state.captures().of(stream);
        if (own.isPresent() && own.get() != capture) {
            own.get().invalidate();
            throw StreamCaptures.invalidating(
                    capture,
                    DriverResult.STREAM_CAPTURE_MERGE,
                    "stream and event are of two captures");
        }
        capture.join(stream, List.copyOf(recording.nodes()));
    }
}
