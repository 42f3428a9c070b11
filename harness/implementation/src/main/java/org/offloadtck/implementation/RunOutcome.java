package org.offloadtck.implementation;

import java.util.LinkedHashMap;
import java.util.List;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.element.BufferComparison;
import org.offloadtck.implementation.element.BufferContents;

/// The result of a program run.
public sealed interface RunOutcome {

    Verdict verdict();

    /// The program ran to its end.
    ///
    /// @param contents of each buffer with a rule, in the program's order
    /// @param buffers their comparison with the rules
    /// @param launches the number of kernels that the device launched for the program
    /// @param measurements of each launch, and of the data transfers
    record Completed(
            BufferContents contents,
            List<BufferComparison> buffers,
            long launches,
            List<Evidence.Measurements> measurements)
            implements RunOutcome {

        /// The unit of figures that are a part of a whole, of which there is no sum.
        private static final String PERMILLE = "permille";

        public Completed {
            buffers = List.copyOf(buffers);
            measurements = List.copyOf(measurements);
        }

        /// The sum of each exact figure over all measurements, and the least of each that is a part
        /// of a whole; by name, in the order of its first occurrence.
        public List<Metric> totals() {
            var totals = new LinkedHashMap<String, Metric>();
            measurements.stream()
                    .flatMap(measured -> measured.metrics().stream())
                    .filter(metric -> metric.exactness() == Metric.Exactness.EXACT)
                    .forEach(metric -> totals.merge(metric.name(), metric, Completed::total));
            return List.copyOf(totals.values());
        }

        private static Metric total(Metric one, Metric other) {
            long value =
                    one.unit().equals(PERMILLE)
                            ? Math.min(one.value(), other.value())
                            : one.value() + other.value();
            return new Metric(one.name(), value, one.unit(), one.exactness());
        }

        /// A run without a launch is a fallback to the host, even if its results are right.
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

    /// The program failed, or the implementation cannot run it.
    record Stopped(Verdict verdict) implements RunOutcome {}
}
