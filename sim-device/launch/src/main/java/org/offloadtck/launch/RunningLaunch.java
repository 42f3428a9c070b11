package org.offloadtck.launch;

import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.offloadtck.engine.launch.LaunchProgressListener;

/// A launch that is executing, and its progress as text. Thread-safe.
public final class RunningLaunch implements LaunchProgressListener {

    private static final double MEGA = 1e6;

    private final String kernel;
    private final long ctas;
    private final LongSupplier clock;
    private final long start;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong issued = new AtomicLong();
    private volatile SortedSet<Long> awaited = Collections.emptySortedSet();
    private volatile SortedSet<Long> read = Collections.emptySortedSet();

    /// A launch that starts now.
    ///
    /// @param ctas of the grid
    /// @param clock in nanoseconds
    public RunningLaunch(String kernel, long ctas, LongSupplier clock) {
        this.kernel = kernel;
        this.ctas = ctas;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    @Override
    public void progressed(long ended, long all, long instructions) {
        done.setRelease(ended);
        issued.setRelease(instructions);
    }

    @Override
    public void waits(SortedSet<Long> addresses) {
        awaited = addresses;
    }

    @Override
    public void reads(SortedSet<Long> addresses) {
        read = addresses;
    }

    /// The time since the start.
    public Duration age() {
        return Duration.ofNanos(clock.getAsLong() - start);
    }

    /// The progress in one line: `kernel_a: 12 of 100 CTAs done, 35.2 M warp instructions/s`.
    public String text() {
        var addresses = awaited;
        return "%s: %d of %d %s done, %s"
                .formatted(
                        kernel,
                        done.getAcquire(),
                        ctas,
                        ctas == 1 ? "CTA" : "CTAs",
                        addresses.isEmpty() ? rate() + reading(read) : waiting(addresses));
    }

    private String rate() {
        double seconds = Math.max(1, age().toNanos()) / (double) Duration.ofSeconds(1).toNanos();
        double rate = issued.getAcquire() / seconds / MEGA;
        return String.format(Locale.ROOT, "%.1f M warp instructions/s", rate);
    }

    private static String waiting(SortedSet<Long> addresses) {
        return "waiting for a change of memory at " + any(addresses);
    }

    /// What a launch reads that may wait; empty if it has changed memory lately.
    private static String reading(SortedSet<Long> addresses) {
        return addresses.isEmpty()
                ? ""
                : ", no global memory changed lately, memory read at " + any(addresses);
    }

    private static String any(SortedSet<Long> addresses) {
        int others = addresses.size() - 1;
        return "0x%x%s"
                .formatted(
                        addresses.getFirst(),
                        others == 0 ? "" : " or %d other addresses".formatted(others));
    }
}
