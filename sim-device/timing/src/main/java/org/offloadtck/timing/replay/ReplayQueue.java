package org.offloadtck.timing.replay;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceRecorder;

/// Passes traces from several recording threads to a receiver for one thread: the thread that finds
/// the receiver free replays all queued traces, and the others continue to record.
public final class ReplayQueue implements TraceRecorder.Receiver {

    private final TraceRecorder.Receiver receiver;
    private final Queue<Ended> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock turn = new ReentrantLock();

    private record Ended(long number, CtaTrace trace) {}

    public ReplayQueue(TraceRecorder.Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public void ended(long number, CtaTrace trace) {
        waiting.add(new Ended(number, trace));
        while (!waiting.isEmpty() && turn.tryLock()) {
            try {
                while (!waiting.isEmpty()) {
                    var next = waiting.remove();
                    receiver.ended(next.number(), next.trace());
                }
            } finally {
                turn.unlock();
            }
        }
    }
}
