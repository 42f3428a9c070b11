/// Findings as typed data: what is wrong, where in memory, and which threads and instructions take
/// part.
///
/// The one rule: detectors make data, and [FindingFormatter] alone makes text of it. A decision
/// about a finding never looks at text.
///
/// Start at [KernelFinding].
@NullMarked
package org.offloadtck.checks.finding;

import org.jspecify.annotations.NullMarked;
