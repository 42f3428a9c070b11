package org.offloadtck.scenario.record;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.offloadtck.implementation.process.ToolProcess;
import org.offloadtck.linker.tool.TemporaryDirectory;

/// Ends a run of scenarios in order when a signal ends this process.
///
/// The JVM starts its shutdown on SIGINT and SIGTERM and ends with status 130 or 143 after it. The
/// hook of this class kills the processes of the running scenarios, so that they end and delete
/// their files; scenarios that have not started are skipped. The report is written by the hook,
/// because no other thread can delay the end of the JVM.
public final class Interruption {

    /// The reason of the verdict on a scenario that an interrupted run did not judge.
    public static final String REASON = "interrupted";

    /// The time in which running scenarios end. A scenario that simulates a kernel has no process
    /// that could be killed; the files of one that takes longer are deleted while it runs.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// The time between two searches for processes: a scenario may start another one.
    private static final Duration INTERVAL = Duration.ofMillis(50);

    /// A terminal sends SIGINT to the processes of a scenario too. A scenario that failed this time
    /// before the request may have failed because of it.
    private static final Duration DOUBT = Duration.ofSeconds(1);

    private static volatile boolean requested;
    private static volatile long requestTime;

    private final AtomicBoolean isReporting = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch reported = new CountDownLatch(1);

    private Interruption() {}

    /// Whether this process is ending.
    public static boolean isRequested() {
        return requested;
    }

    /// Whether a failure at `time` may be a consequence of the signal.
    ///
    /// @param time of [System#nanoTime]
    static boolean mayExplain(long time) {
        return requested && requestTime - time < DOUBT.toNanos();
    }

    /// Runs `scenarios`, then `report` once, also if a signal ends this process meanwhile.
    ///
    /// @param report returns the exit status; its own is not used after a signal
    public static int allowing(Runnable scenarios, IntSupplier report) {
        var interruption = new Interruption();
        var hook = new Thread(() -> interruption.endInOrder(report), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return interruption.run(scenarios, report);
        } finally {
            interruption.reported.countDown();
            if (!requested) {
                remove(hook);
            }
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The JVM ends; the hook has nothing left to wait for.
        }
    }

    private int run(Runnable scenarios, IntSupplier report) {
        try {
            scenarios.run();
        } finally {
            ended.countDown();
            awaitHook();
        }
        return report.getAsInt();
    }

    /// Returns unless the hook writes the report; then the JVM ends in this call.
    private void awaitHook() {
        if (!isReporting.compareAndSet(false, true)) {
            await(new CountDownLatch(1), Duration.ofDays(1));
        }
    }

    private void endInOrder(IntSupplier report) {
        if (!isReporting.compareAndSet(false, true)) {
            await(reported, LIMIT);
            return;
        }
        requestTime = System.nanoTime();
        requested = true;
        long end = requestTime + LIMIT.toNanos();
        do {
            killProcesses();
        } while (!await(ended, INTERVAL) && System.nanoTime() < end);
        TemporaryDirectory.closeAll();
        int _ = report.getAsInt();
    }

    private static void killProcesses() {
        ToolProcess.endAllRunning();
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean await(CountDownLatch latch, Duration limit) {
        try {
            return latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
