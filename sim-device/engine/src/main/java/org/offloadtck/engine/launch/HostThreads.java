package org.offloadtck.engine.launch;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The threads of the host on which launches execute: the launching thread and a pool of helpers.
///
/// A device or a tool owns one object and passes it to all its launches, so that they reuse the
/// threads. Helpers are daemon threads and end when they have been idle for [#IDLE_SECONDS], so
/// there is nothing to close. Launches may share the object at the same time.
public final class HostThreads {

    private static final long IDLE_SECONDS = 10;

    private final int count;
    private final Executor helpers;

    private HostThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "a launch has %d threads when it should have at least 1".formatted(count));
        }
        this.count = count;
        this.helpers =
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        Thread.ofPlatform().daemon().name("launch-", 0).factory());
    }

    /// The given number of threads.
    ///
    /// @param count threads of a launch, the launching thread included; at least 1
    public static HostThreads of(int count) {
        return new HostThreads(count);
    }

    /// As many threads as the host has processors.
    public static HostThreads ofProcessors() {
        return of(Runtime.getRuntime().availableProcessors());
    }

    /// Threads of a launch, the launching thread included.
    public int count() {
        return count;
    }

    /// Runs a task on a helper.
    public void execute(Runnable task) {
        helpers.execute(task);
    }
}
