/// What kernels may cost: a gate for programs whose figures must not grow unseen.
///
/// The one rule: a budget that nothing was compared with is not kept. A kernel that did not run, a
/// figure that was not taken and a file without a row for the device are failures, not successes.
///
/// [KernelBudgets] reads a file of [KernelBudget]s and compares it with the [KernelFigures] of a
/// run, which gives a [BudgetReport].
@NullMarked
package org.offloadtck.launch.budget;

import org.jspecify.annotations.NullMarked;
