package org.offloadtck.launch.budget;

/// What became of a budget.
public sealed interface BudgetOutcome {

    KernelBudget budget();

    /// A figure was compared.
    ///
    /// @param value the figure
    record Measured(KernelBudget budget, long value) implements BudgetOutcome {

        /// Whether the figure is above the budget.
        boolean isRegressed() {
            return value > budget.most();
        }

        /// Whether the figure is below the budget, which then asks for a new reference.
        boolean isImproved() {
            return value < budget.least();
        }
    }

    /// There was no figure to compare.
    ///
    /// @param reason a phrase: `no kernel of this name ran`
    record Missing(KernelBudget budget, String reason) implements BudgetOutcome {}

    /// Whether the budget was not kept, or nothing was compared with it.
    default boolean isBroken() {
        return switch (this) {
            case Measured measured -> measured.isRegressed();
            case Missing _ -> true;
        };
    }
}
