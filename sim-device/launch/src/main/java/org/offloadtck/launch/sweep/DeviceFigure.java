package org.offloadtck.launch.sweep;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.timing.figures.Quantity;

/// A figure of a device that a sweep may vary: none that changes what a program does or how its
/// accesses are split, which are the same for every variant.
sealed interface DeviceFigure {

    /// As files write it: `multiprocessors`, `dram_bandwidth`.
    String word();

    /// What the device has.
    enum Size implements DeviceFigure {
        MULTIPROCESSORS,
        CLOCK_KILOHERTZ,
        L2_BYTES;

        @Override
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// How fast a part of it is, in the unit of the quantity.
    record Speed(Quantity quantity) implements DeviceFigure {

        /// Quantities that neither are latencies, intervals or bandwidths nor fixed.
        private static final Set<Quantity> OTHERS =
                Set.of(
                        Quantity.L1_BYTES,
                        Quantity.L1_MISSES,
                        Quantity.CTA_LAUNCH,
                        Quantity.KERNEL_LAUNCH);

        private static boolean isSpeed(Quantity quantity) {
            return OTHERS.contains(quantity)
                    || Stream.of("_latency", "_interval", "_bandwidth")
                            .anyMatch(quantity.word()::endsWith);
        }

        @Override
        public String word() {
            return quantity.word();
        }
    }

    /// All figures, sizes first.
    static List<DeviceFigure> all() {
        return Stream.<DeviceFigure>concat(
                        Arrays.stream(Size.values()),
                        Arrays.stream(Quantity.values()).filter(Speed::isSpeed).map(Speed::new))
                .toList();
    }
}
