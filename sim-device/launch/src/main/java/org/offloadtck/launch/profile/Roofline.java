package org.offloadtck.launch.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

/// The roofline of a kernel: what the device can do at most at an arithmetic intensity, and what
/// the kernel did (Williams, Waterman and Patterson, *Roofline*, CACM 52(4), 2009). Performance is
/// in GFLOP/s (10^9), intensity in operations a byte.
///
/// @param slopes bandwidths of the levels of memory
/// @param roofs peaks of the units of floating point
/// @param points none for a level that moved no byte
public record Roofline(List<Slope> slopes, List<Roof> roofs, List<Point> points) {

    private static final double GIGA = 1e9;
    private static final double HERTZ_PER_KILOHERTZ = 1e3;
    private static final double NANOSECONDS_PER_SECOND = 1e9;

    /// Threads of a warp (CUDA C++ Programming Guide 13.0, SIMT architecture).
    private static final int LANES = 32;

    /// Products of matrix elements that one instruction of the tensor unit computes
    /// ([Quantity#TENSOR_INTERVAL]).
    private static final int TENSOR_PRODUCTS = 1024;

    public Roofline {
        slopes = List.copyOf(slopes);
        roofs = List.copyOf(roofs);
        points = List.copyOf(points);
    }

    /// A level of memory.
    public enum Level {
        DRAM("DRAM", SpeedOfLight::dramBytes, ResourceUse.Kind.DRAM),
        L2("L2", SpeedOfLight::l2Bytes, ResourceUse.Kind.L2),
        L1("L1", SpeedOfLight::l1Bytes, ResourceUse.Kind.L1);

        private final String title;

        @SuppressWarnings("ImmutableEnumChecker") // a reference to a static method
        private final ToLongFunction<LaunchProfile> bytes;

        private final ResourceUse.Kind kind;

        Level(String title, ToLongFunction<LaunchProfile> bytes, ResourceUse.Kind kind) {
            this.title = title;
            this.bytes = bytes;
            this.kind = kind;
        }

        public String title() {
            return title;
        }
    }

    /// A bandwidth.
    ///
    /// @param bandwidth in GB/s
    public record Slope(Level level, double bandwidth, Basis basis, String source) {}

    /// A peak.
    ///
    /// @param peak in GFLOP/s
    public record Roof(Precision precision, double peak, Basis basis, String source) {}

    /// What a kernel did.
    ///
    /// @param level whose bytes are counted
    public record Point(Precision precision, Level level, double intensity, double performance) {}

    static Roofline of(LaunchProfile profile, SpeedOfLight speed) {
        var slopes =
                Arrays.stream(Level.values())
                        .map(level -> slope(level, speed.use(level.kind)))
                        .toList();
        var device = profile.configuration().device();
        var roofs = Arrays.stream(Precision.values()).map(each -> roof(device, each)).toList();
        return new Roofline(slopes, roofs, points(profile));
    }

    private static Slope slope(Level level, ResourceUse use) {
        return new Slope(level, use.peak(), use.basis(), use.source());
    }

    private static Roof roof(TimedDevice device, Precision precision) {
        var timing = device.timing();
        var interval = timing.figure(precision.unit().interval());
        double perInstruction =
                switch (precision) {
                    case HALF -> 2 * 2 * LANES;
                    case SINGLE -> 2 * LANES;
                    case DOUBLE -> 2.0 * LANES / timing.value(Quantity.DOUBLE_SCHEDULERS);
                    case MATRIX -> 2 * TENSOR_PRODUCTS;
                };
        var multiprocessor = device.spec().multiprocessor();
        double instructions =
                (double) multiprocessor.count()
                        * multiprocessor.partitions()
                        * multiprocessor.clockKilohertz()
                        * HERTZ_PER_KILOHERTZ
                        / interval.value();
        return new Roof(
                precision,
                perInstruction * instructions / GIGA,
                interval.basis(),
                "%s: %s".formatted(precision.unit().interval().word(), interval.source()));
    }

    private static List<Point> points(LaunchProfile profile) {
        double seconds = profile.nanoseconds() / NANOSECONDS_PER_SECOND;
        var points = new ArrayList<Point>();
        profile.operations()
                .forEach((precision, operations) ->
                        Stream.of(Level.values())
                                .filter(level -> level.bytes.applyAsLong(profile) > 0)
                                .map(level ->
                                        new Point(
                                                precision,
                                                level,
                                                (double) operations
                                                        / level.bytes.applyAsLong(profile),
                                                operations / seconds / GIGA))
                                .filter(point -> point.performance() > 0)
                                .forEach(points::add));
        return points;
    }
}
