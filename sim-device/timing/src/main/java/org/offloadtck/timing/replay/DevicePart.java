package org.offloadtck.timing.replay;

import java.util.EnumMap;
import java.util.stream.IntStream;
import org.offloadtck.timing.figures.Figure;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.figures.TimingData;

/// One of several equal parts of a device: some of its multiprocessors, and the same part of the
/// time of each slice of the second-level cache and of the memory behind it. The capacity of the
/// cache is the device's, since the parts of a grid use it one after another.
///
/// @param parts of the device; it divides the multiprocessors
record DevicePart(TimedDevice whole, int parts) {

    /// The part as a device.
    TimedDevice device() {
        var spec = whole.spec();
        int multiprocessors = spec.multiprocessor().count() / parts;
        var figures = new EnumMap<>(whole.timing().figures());
        for (var speed : new Quantity[] {Quantity.L2_BANDWIDTH, Quantity.DRAM_BANDWIDTH}) {
            figures.computeIfPresent(speed, (_, all) -> with(all, all.value() / parts));
        }
        figures.computeIfPresent(
                Quantity.ATOMIC_INTERVAL, (_, all) -> with(all, all.value() * parts));
        return new TimedDevice(
                spec.withMultiprocessors(multiprocessors, spec.multiprocessor().clockKilohertz()),
                new TimingData(figures, whole.timing().ranges()));
    }

    private static Figure with(Figure figure, long value) {
        return new Figure(Math.max(1, value), figure.basis(), figure.source());
    }

    /// Into how many parts a device can be divided, at least so many; 0 if there are not as many
    /// multiprocessors.
    static int atLeast(TimedDevice device, int least) {
        int all = device.spec().multiprocessor().count();
        return IntStream.rangeClosed(Math.max(1, least), all)
                .filter(parts -> all % parts == 0)
                .findFirst()
                .orElse(0);
    }
}
