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
/// @param cyclesError how far the cycles may be off, up or down; 0 if they are exact
public record KernelFigures(String kernel, Map<KernelMetric, Long> values, long cyclesError) {

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
                        KernelMetric.DIVERGENCES, counters.divergences()),
                0);
    }

    /// These figures and the cycles.
    ///
    /// @param error how far they may be off, up or down
    public KernelFigures withCycles(long cycles, long error) {
        var all = new EnumMap<KernelMetric, Long>(values);
        all.put(KernelMetric.CYCLES, cycles);
        return new KernelFigures(kernel, all, error);
    }

    Stream<Long> value(KernelMetric metric) {
        return Optional.ofNullable(values.get(metric)).stream();
    }
}
