package org.offloadtck.timing.replay;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceRecorder;

/// Passes traces from several recording threads to a receiver for one thread: the thread that finds
/// the receiver free replays all queued traces as the primary thread of a [ReplayTeam]. The others
/// continue to record while the queue is short, and help otherwise. A thread that has nothing more
/// to record helps until all others have nothing more, too.
final class ReplayQueue implements TraceRecorder.Receiver {

    /// How long a thread with nothing else to do parks before it offers its help again, in
    /// nanoseconds.
    private static final long PARKED = 50_000;

    /// Queued traces from which on another thread is better used for the replay.
    private static final int ENOUGH = 8;

    private final TraceRecorder.Receiver receiver;
    private final ReplayTeam team;
    private final Queue<Ended> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final ReentrantLock turn = new ReentrantLock();

    /// Threads that record and have not ended to; guarded by this.
    private int recording;

    private record Ended(long number, CtaTrace trace) {}

    ReplayQueue(TraceRecorder.Receiver receiver, ReplayTeam team) {
        this.receiver = receiver;
        this.team = team;
    }

    @Override
    public void ended(long number, CtaTrace trace) {
        waiting.add(new Ended(number, trace));
        int ahead = queued.incrementAndGet();
        while (!waiting.isEmpty() && turn.tryLock()) {
            begin();
            try {
                replayAll();
            } finally {
                team.setActive(false);
                turn.unlock();
            }
        }
        if (ahead >= ENOUGH) {
            team.help();
        }
    }

    private void replayAll() {
        while (!waiting.isEmpty()) {
            var next = waiting.remove();
            queued.decrementAndGet();
            receiver.ended(next.number(), next.trace());
        }
    }

    private synchronized void begin() {
        team.setActive(true);
        notifyAll();
    }

    @Override
    public synchronized void workerStarted() {
        recording++;
        team.setHelped();
    }

    @Override
    public void workerEnded() {
        end();
        while (awaitsPrimary()) {
            team.help();
            LockSupport.parkNanos(PARKED);
        }
    }

    private synchronized void end() {
        recording--;
        notifyAll();
    }

    /// Waits for a primary thread.
    ///
    /// @return whether there is one; if not, there is no more
    private synchronized boolean awaitsPrimary() {
        while (!team.isActive() && recording > 0) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return team.isActive();
    }
}
