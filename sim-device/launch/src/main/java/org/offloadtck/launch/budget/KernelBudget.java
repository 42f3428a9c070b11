package org.offloadtck.launch.budget;

import org.offloadtck.checks.suppression.NamePattern;

/// A bound on one figure of all kernels of a name.
///
/// @param kernel its name; the figures of several kernels are added
/// @param device name of the simulated device, `t4`
/// @param reference the expected figure
/// @param margin by how many per cent of `reference` the figure may differ, up or down; 0 for an
///   exact one
/// @param source who measured the reference, and why it is what it is
public record KernelBudget(
        NamePattern kernel,
        String device,
        KernelMetric metric,
        long reference,
        int margin,
        String source) {

    /// Most per cent that a figure may differ.
    private static final int MOST_MARGIN = 100;

    public KernelBudget {
        if (reference < 0) {
            throw new IllegalArgumentException(
                    "reference is %d when it should be 0 or more".formatted(reference));
        }
        if (margin < 0 || margin > MOST_MARGIN) {
            throw new IllegalArgumentException(
                    "margin is %d when it should be from 0 to %d per cent"
                            .formatted(margin, MOST_MARGIN));
        }
    }

    /// The most that is within the budget, rounded down to whole units.
    long most() {
        return reference + slack();
    }

    /// The least that is within the budget, rounded up.
    long least() {
        return reference - slack();
    }

    /// By how much the figure may differ, up or down.
    long slack() {
        return reference / 100 * margin + reference % 100 * margin / 100;
    }
}
