package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.EmulatedStream;

/// The captures of a process, and the events that were last recorded in one.
public final class StreamCaptures {

    /// A recording of an event in a captured stream.
    ///
    /// @param nodes those that a wait for the event waits for
    public record Recording(StreamCapture capture, Set<GraphNode> nodes) {}

    private final List<StreamCapture> captures = new ArrayList<>();
    private final Map<EmulatedEvent, Recording> recordings = new HashMap<>();
    private long begun;

    /// Begins a capture with a stream that takes part in none.
    ///
    /// @param thread that begins it
    public StreamCapture begin(
            EmulatedStream stream, Object thread, StreamCapture.Mode mode, EmulatedGraph graph) {
        begun++;
        var capture = new StreamCapture(begun, stream, thread, mode, graph);
        captures.add(capture);
        return capture;
    }

    public void end(StreamCapture capture) {
        captures.remove(capture);
    }

    /// The captures that have not ended.
    public List<StreamCapture> all() {
        return List.copyOf(captures);
    }

    /// The capture that a stream takes part in.
    public Optional<StreamCapture> of(EmulatedStream stream) {
        return captures.stream().filter(c -> c.streams().contains(stream)).findFirst();
    }

    /// The capture that takes what is submitted to a stream; empty if it is carried out.
    ///
    /// @throws DriverCallException if nothing may be submitted; captures that forbid it are
    ///   invalidated
    public Optional<StreamCapture> taking(EmulatedStream stream) {
        var capture = of(stream);
        capture.ifPresent(StreamCaptures::requireActive);
        impliedBy(stream)
                .ifPresent(other -> {
                    throw invalidating(
                            other,
                            DriverResult.STREAM_CAPTURE_IMPLICIT,
                            "the legacy stream would wait for a stream that is captured");
                });
        return capture;
    }

    /// The capture with streams that `stream`, the legacy one, waits for.
    public Optional<StreamCapture> impliedBy(EmulatedStream stream) {
        return captures.stream()
                .filter(capture -> capture.streams().stream().anyMatch(stream::waitsFor))
                .findFirst();
    }

    /// Requires a stream that is not captured, since the call waits for its work.
    ///
    /// @throws DriverCallException otherwise; the capture is invalidated
    public void requireUncaptured(EmulatedStream stream) {
        taking(stream)
                .ifPresent(capture -> {
                    throw invalidating(
                            capture,
                            DriverResult.STREAM_CAPTURE_UNSUPPORTED,
                            "stream 0x%x is captured".formatted(stream.handle()));
                });
    }

    /// Requires that no stream of a context is captured.
    ///
    /// @throws DriverCallException otherwise; the capture is invalidated
    public void requireUncaptured(EmulatedContext context) {
        captures.stream()
                .flatMap(capture -> capture.streams().stream())
                .filter(stream -> stream.context() == context)
                .findFirst()
                .ifPresent(this::requireUncaptured);
    }

    /// Requires an event whose latest recording is not in a captured stream.
    ///
    /// @throws DriverCallException otherwise; the capture is invalidated
    public void requireUncaptured(EmulatedEvent event) {
        recording(event)
                .ifPresent(recording -> {
                    throw invalidating(
                            recording.capture(),
                            DriverResult.CAPTURED_EVENT,
                            "event 0x%x was recorded in a stream that was captured"
                                    .formatted(event.handle()));
                });
    }

    /// Requires that a thread may call a function that is unsafe during a capture, as
    /// `cuThreadExchangeStreamCaptureMode` defines it.
    ///
    /// @param own the mode of the thread
    /// @throws DriverCallException otherwise; the capture is invalidated
    public void requireSafe(Object thread, StreamCapture.Mode own) {
        captures.stream()
                .filter(capture -> forbids(capture, thread, own))
                .findFirst()
                .ifPresent(capture -> {
                    throw invalidating(
                            capture,
                            DriverResult.STREAM_CAPTURE_UNSUPPORTED,
                            "stream 0x%x is captured in mode %s"
                                    .formatted(capture.origin().handle(), capture.mode()));
                });
    }

    private static boolean forbids(StreamCapture capture, Object thread, StreamCapture.Mode own) {
        boolean forbidsOwn =
                capture.isBegunBy(thread) && capture.mode() != StreamCapture.Mode.RELAXED;
        return switch (own) {
            case GLOBAL -> forbidsOwn || capture.mode() == StreamCapture.Mode.GLOBAL;
            case THREAD_LOCAL -> forbidsOwn;
            case RELAXED -> false;
        };
    }

    /// The error for a call that a capture forbids. Invalidates the capture.
    public static DriverCallException invalidating(
            StreamCapture capture, DriverResult result, String problem) {
        capture.invalidate();
        return DriverCallException.of(result, problem);
    }

    private static void requireActive(StreamCapture capture) {
        if (capture.status() == StreamCapture.Status.INVALIDATED) {
            throw DriverCallException.of(
                    DriverResult.STREAM_CAPTURE_INVALIDATED,
                    "the capture of stream 0x%x is invalidated"
                            .formatted(capture.origin().handle()));
        }
    }

    /// The event was recorded in a captured stream.
    public void recorded(EmulatedEvent event, StreamCapture capture, EmulatedStream stream) {
        recordings.put(event, new Recording(capture, capture.ends(stream)));
    }

    /// The event was recorded in a stream that is not captured, or destroyed.
    public void forget(EmulatedEvent event) {
        recordings.remove(event);
    }

    /// The latest recording of an event, if it was in a captured stream.
    public Optional<Recording> recording(EmulatedEvent event) {
        return Optional.ofNullable(recordings.get(event));
    }

    /// Whether the capture of a recording has not ended.
    public boolean isOpen(Recording recording) {
        return captures.contains(recording.capture());
    }
}
