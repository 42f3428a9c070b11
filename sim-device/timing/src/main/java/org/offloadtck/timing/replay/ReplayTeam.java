package org.offloadtck.timing.replay;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/// The threads of the host that replay a launch: a primary thread, which advances the replay, and
/// helpers, which take part of the tasks that it shares.
///
/// The primary thread waits only for tasks that a helper has begun, never for a helper: one that
/// the host does not run takes no task. All that the primary thread wrote before [#share], a task
/// sees; all that tasks wrote, the primary thread sees after it.
final class ReplayTeam {

    /// How often a waiting thread looks for a change before it gives up or parks: some 20 µs, more
    /// than most threads take for the rest of a task.
    private static final int SPINS = 500;

    /// How long the primary thread parks before it looks again, in nanoseconds.
    private static final long PARKED = 50_000;

    /// Minimum number of instructions of tasks that are shared: data that another processor of the
    /// host wrote is slow to read. With all windows shared, a launch with 250 instructions in a
    /// window has 0.65 times the rate that it has on two threads with this minimum (`hashes`); one
    /// with 1,900 has 1.26 times the rate that it has with twice this minimum (`nbody`; 2026-11-27,
    /// two processors, Intel Xeon).
    private static final long MIN_INSTRUCTIONS = 1024;

    private static final int INDEX_BITS = 16;
    private static final int INDEX = (1 << INDEX_BITS) - 1;

    /// The tasks that nobody has claimed: the first of them, the one after the last of them in the
    /// bits above, and in the bits above these how often tasks were shared. The primary thread
    /// claims the first and helpers the last one, so that a multiprocessor mostly stays in the
    /// cache of one processor of the host.
    private final AtomicLong unclaimed = new AtomicLong();

    private final long minInstructions;
    private final AtomicInteger completed = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private IntConsumer task = _ -> {};
    private long shared;
    private volatile boolean hasHelpers;
    private volatile boolean isActive;

    ReplayTeam() {
        this(MIN_INSTRUCTIONS);
    }

    /// @param minInstructions minimum number of instructions of tasks that are shared
    ReplayTeam(long minInstructions) {
        this.minInstructions = minInstructions;
    }

    /// Whether a thread is the primary thread.
    boolean isActive() {
        return isActive;
    }

    /// How often tasks were shared.
    long shared() {
        return shared;
    }

    /// From now on, threads may help.
    void setHelped() {
        hasHelpers = true;
    }

    /// The calling thread becomes the primary thread, or ends to be it.
    void setActive(boolean now) {
        isActive = now;
    }

    /// Executes a task for each index: on this thread alone, or also on helpers if the tasks issue
    /// enough instructions.
    ///
    /// @param count less than 2^16
    /// @param instructions that the tasks are expected to issue
    /// @throws IllegalStateException if a helper's task failed
    void share(int count, long instructions, IntConsumer each) {
        if (count < 2 || !hasHelpers || instructions < minInstructions) {
            for (int i = 0; i < count; i++) {
                each.accept(i);
            }
            return;
        }
        task = each;
        completed.set(0);
        shared++;
        unclaimed.set((shared << (2 * INDEX_BITS)) | ((long) count << INDEX_BITS));
        for (int i = claimFirst(); i >= 0; i = claimFirst()) {
            execute(i);
        }
        awaitAll(count);
        if (!failures.isEmpty()) {
            throw new IllegalStateException("a task of the replay failed", failures.element());
        }
    }

    /// Takes part in the tasks that the primary thread shares, until there is no primary thread or
    /// it has shared none for a while.
    void help() {
        for (int tries = 0; isActive && tries < SPINS; tries++) {
            int claimed = claimLast();
            if (claimed >= 0) {
                execute(claimed);
                tries = 0;
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private int claimFirst() {
        while (true) {
            long now = unclaimed.get();
            if (first(now) == end(now)) {
                return -1;
            }
            if (unclaimed.compareAndSet(now, now + 1)) {
                return first(now);
            }
        }
    }

    private int claimLast() {
        long now = unclaimed.get();
        boolean isClaimed =
                first(now) < end(now) && unclaimed.compareAndSet(now, now - (1L << INDEX_BITS));
        return isClaimed ? end(now) - 1 : -1;
    }

    private static int first(long tasks) {
        return (int) tasks & INDEX;
    }

    private static int end(long tasks) {
        return (int) (tasks >>> INDEX_BITS) & INDEX;
    }

    private void execute(int index) {
        try {
            task.accept(index);
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        } finally {
            completed.incrementAndGet();
        }
    }

    /// Waits for tasks of helpers: spins at first, and parks later, since the host may run another
    /// thread instead of the helper.
    private void awaitAll(int count) {
        for (int tries = 0; completed.get() < count; tries++) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PARKED);
            }
        }
    }
}
