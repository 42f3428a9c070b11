package org.offloadtck.timing.replay;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceRecorder;

/// Hands what several threads record to a receiver for one: the thread that finds it free replays
/// what there is, the others go on recording.
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
