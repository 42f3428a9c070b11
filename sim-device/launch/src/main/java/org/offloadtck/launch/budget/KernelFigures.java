package org.offloadtck.launch.budget;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.engine.launch.LaunchCounters;

/// What the launches of a kernel cost together.
///
/// @param values the figures that were taken
public record KernelFigures(String kernel, Map<KernelMetric, Long> values) {

    public KernelFigures {
        values = Collections.unmodifiableMap(new EnumMap<>(values));
    }

    /// The counters of a number of launches.
    public static KernelFigures of(String kernel, long launches, LaunchCounters counters) {
        return new KernelFigures(
                kernel,
                Map.of(
                        KernelMetric.LAUNCHES, launches,
                        KernelMetric.THREAD_INSTRUCTIONS, counters.threadInstructions(),
                        KernelMetric.WARP_INSTRUCTIONS, counters.warpInstructions(),
                        KernelMetric.GLOBAL_BYTES_READ, counters.globalBytesRead(),
                        KernelMetric.GLOBAL_BYTES_WRITTEN, counters.globalBytesWritten(),
                        KernelMetric.SHARED_BYTES, counters.sharedBytes(),
                        KernelMetric.BARRIERS, counters.barriers(),
                        KernelMetric.DIVERGENCES, counters.divergences()));
    }

    /// These figures and the cycles.
    public KernelFigures withCycles(long cycles) {
        var all = new EnumMap<KernelMetric, Long>(values);
        all.put(KernelMetric.CYCLES, cycles);
        return new KernelFigures(kernel, all);
    }

    Stream<Long> value(KernelMetric metric) {
        return Optional.ofNullable(values.get(metric)).stream();
    }
}
