package org.offloadtck.implementation;

import java.util.LinkedHashMap;
import java.util.List;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.element.BufferComparison;

/// What became of running a program.
public sealed interface RunOutcome {

    Verdict verdict();

    /// It ran to its end.
    ///
    /// @param buffers each buffer that has a rule, in the program's order
    /// @param launches kernels that the device says it launched for the program
    /// @param measurements of each launch, and of the traffic with the device
    record Completed(
            List<BufferComparison> buffers, long launches, List<Evidence.Measurements> measurements)
            implements RunOutcome {

        public Completed {
            buffers = List.copyOf(buffers);
            measurements = List.copyOf(measurements);
        }

        /// The sum of each exact figure over all measurements, by name, in the order of first
        /// mention.
        public List<Metric> totals() {
            var totals = new LinkedHashMap<String, Metric>();
            measurements.stream()
                    .flatMap(measured -> measured.metrics().stream())
                    .filter(metric -> metric.exactness() == Metric.Exactness.EXACT)
                    .forEach(metric -> totals.merge(metric.name(), metric, Completed::sum));
            return List.copyOf(totals.values());
        }

        private static Metric sum(Metric one, Metric other) {
            return new Metric(one.name(), one.value() + other.value(), one.unit(), one.exactness());
        }

        /// A run without a launch is a fallback, however right its results are.
        @Override
        public Verdict verdict() {
            if (launches == 0) {
                return Verdict.of(
                        VerdictKind.HOST_FALLBACK, "the device launched no kernel of the program");
            }
            return buffers.stream()
                    .filter(buffer -> !buffer.isWithinTolerance())
                    .findFirst()
                    .map(wrong -> Verdict.of(VerdictKind.FAIL_VALUE, wrong.toString()))
                    .orElseGet(Verdict::pass);
        }
    }

    /// It did not, or was not meant to.
    record Stopped(Verdict verdict) implements RunOutcome {}
}
