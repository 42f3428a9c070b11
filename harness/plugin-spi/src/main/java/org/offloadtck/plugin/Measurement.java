package org.offloadtck.plugin;

import java.util.List;
import java.util.OptionalLong;

/// One measured value of a kernel launch, in the unit of its metric.
public record Measurement(LaunchMetric metric, long value) {

    /// The value of a metric, if it is among the measurements.
    public static OptionalLong value(List<Measurement> measurements, LaunchMetric metric) {
        return measurements.stream()
                .filter(each -> each.metric() == metric)
                .mapToLong(Measurement::value)
                .findFirst();
    }
}
