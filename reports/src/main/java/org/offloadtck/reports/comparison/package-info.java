/// Two runs of the kit compared, or a run with a baseline.
///
/// A [Snapshot] is what a comparison needs of a run: facts about what took part, and results. It is
/// made of a result document, or read from a [Baseline], a file of sorted lines that is kept beside
/// the sources it judges. A [Comparison] of two snapshots lists [Change]s; each names the
/// [FactDifference]s of facts that may have led to it.
///
/// The one rule: a cause is what both runs recorded and recorded differently. Where nothing
/// differs, that is what is said.
///
/// Start at [Comparison].
@NullMarked
package org.offloadtck.reports.comparison;

import org.jspecify.annotations.NullMarked;
