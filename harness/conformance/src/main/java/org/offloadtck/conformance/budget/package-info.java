/// What a program may cost on a device.
///
/// A [Budget] names a figure of a run and what it has to be: an exact figure exactly, a sampled one
/// within a margin. Judging a run's figures yields the evidence line that reports tabulate, with
/// both numbers.
///
/// The rule: a figure below its budget is reported too, so that budgets follow improvements.
///
/// Start with [Budgets].
@NullMarked
package org.offloadtck.conformance.budget;

import org.jspecify.annotations.NullMarked;
