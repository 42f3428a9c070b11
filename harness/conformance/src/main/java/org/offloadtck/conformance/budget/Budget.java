package org.offloadtck.conformance.budget;

import static org.offloadtck.conformance.result.VerdictKind.HARNESS_ERROR;
import static org.offloadtck.conformance.result.VerdictKind.PASS;
import static org.offloadtck.conformance.result.VerdictKind.PERF_IMPROVED;
import static org.offloadtck.conformance.result.VerdictKind.PERF_REGRESSED;

import org.offloadtck.conformance.result.Evidence.BudgetLine;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.VerdictKind;

/// A bound on one figure of a program on a device.
///
/// @param id `zaxpy-sim-instructions`
/// @param subject what is measured, as the run's figures name it: `zaxpy/clang-16-O2`
/// @param device as [org.offloadtck.conformance.result.DeviceIdentity] prints it: `sim:sm_75`
/// @param metric name of the figure
/// @param value the expected value, in `unit`
/// @param margin by how many per cent of `value` it may differ, up or down; 0 for an exact figure
/// @param better which figures are better than `value`
/// @param source where the value comes from: who measured it, with which edition
public record Budget(
        String id,
        String subject,
        String device,
        String metric,
        long value,
        String unit,
        int margin,
        Better better,
        String source) {

    /// The direction in which a figure improves.
    public enum Better {
        /// A cost: cycles, bytes.
        LESS,
        /// A use of the device: occupancy.
        MORE
    }

    public Budget {
        if (value < 0) {
            throw new IllegalArgumentException("value is %d, less than nothing".formatted(value));
        }
        if (margin < 0 || margin > 100) {
            throw new IllegalArgumentException(
                    "margin is %d %% when it should be from 0 to 100".formatted(margin));
        }
    }

    /// Compares the figure with the budget.
    ///
    /// A figure in another unit, and a sampled figure against an exact budget, are faults of the
    /// kit's data: [VerdictKind#HARNESS_ERROR].
    public BudgetLine judge(Metric measured) {
        return new BudgetLine(id, subject, measured, value, margin, outcome(measured), source);
    }

    private VerdictKind outcome(Metric measured) {
        boolean sampled =
                switch (measured.exactness()) {
                    case EXACT -> false;
                    case SAMPLED -> true;
                };
        if (!measured.unit().equals(unit) || (sampled && margin == 0)) {
            return HARNESS_ERROR;
        }
        long slack = value / 100 * margin + Math.ceilDiv(value % 100 * margin, 100L);
        if (Math.abs(measured.value() - value) <= slack) {
            return PASS;
        }
        boolean more = measured.value() > value;
        return switch (better) {
            case LESS -> more ? PERF_REGRESSED : PERF_IMPROVED;
            case MORE -> more ? PERF_IMPROVED : PERF_REGRESSED;
        };
    }
}
