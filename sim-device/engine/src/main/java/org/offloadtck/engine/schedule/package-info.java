/// The scheduling of CTAs on host threads.
///
/// [Grid#launch] executes a kernel. A [CtaWorker] runs CTAs on one thread, in turns. A kernel whose
/// results cannot depend on the order of CTAs ([org.offloadtck.engine.analysis.CtaOrderDependence])
/// may run on several threads ([ParallelLaunch]); [OrderedResults] then adds the results in the
/// order of the CTAs.
///
/// The one rule: the schedule never affects results. Turns are counted in instructions, never in
/// time.
///
/// Start at [Grid#launch].
@NullMarked
package org.offloadtck.engine.schedule;

import org.jspecify.annotations.NullMarked;
