package org.offloadtck.calibration.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/// Whether a device had raised its clocks when it was measured.
///
/// A device that was idle runs at low clocks and raises them over milliseconds to seconds of work.
/// A fixed kernel is launched until its times no longer change.
///
/// @param launches of the fixed kernel
/// @param change greatest less least time of the last [#WINDOW] launches, in parts of the least
/// @param megahertz the clock of the multiprocessors after that; empty if it was not measured
public record ClockStability(int launches, double change, OptionalDouble megahertz) {

    /// The last launches that are compared.
    static final int WINDOW = 10;

    /// The greatest change of stable clocks, in parts: 1 %. The steps of clocks are larger: 15 MHz
    /// of 1000 to 2000.
    static final double THRESHOLD = 0.01;

    /// The most launches, some seconds of the fixed kernel.
    static final int MOST_LAUNCHES = 1000;

    private static final double PERCENT = 100;

    /// Launches the fixed kernel until its times no longer change, or [#MOST_LAUNCHES] times.
    ///
    /// @param kernel launches it and returns the nanoseconds that it took
    static ClockStability await(LongSupplier kernel) {
        var times = new ArrayList<Long>();
        double change = Double.POSITIVE_INFINITY;
        while (change > THRESHOLD && times.size() < MOST_LAUNCHES) {
            times.add(kernel.getAsLong());
            change = change(times);
        }
        return new ClockStability(times.size(), change, OptionalDouble.empty());
    }

    private static double change(List<Long> times) {
        if (times.size() < WINDOW) {
            return Double.POSITIVE_INFINITY;
        }
        var last = times.subList(times.size() - WINDOW, times.size());
        double least = Collections.min(last);
        return (Collections.max(last) - least) / least;
    }

    ClockStability at(double measured) {
        return new ClockStability(launches, change, OptionalDouble.of(measured));
    }

    boolean isStable() {
        return change <= THRESHOLD;
    }

    /// `1590 MHz measured, stable: 0.3 % of change in the last 10 of 23 launches`.
    public String text() {
        var clock =
                megahertz.isPresent()
                        ? String.format(Locale.ROOT, "%.0f MHz measured", megahertz.getAsDouble())
                        : "not measured";
        return String.format(
                Locale.ROOT,
                "%s, %s: %.1f %% of change in the last %d of %d launches",
                clock,
                isStable() ? "stable" : "not stable",
                PERCENT * change,
                WINDOW,
                launches);
    }
}
