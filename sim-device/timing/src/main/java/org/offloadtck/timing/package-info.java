/// How long a launch takes on a device, and where the cycles go.
///
/// A launch is timed in two phases that overlap. Recording ([org.offloadtck.timing.trace]) observes
/// the launch and writes, CTA by CTA, the instructions that each warp executes and the cache lines
/// that it accesses; several host threads may record. Replay ([org.offloadtck.timing.replay]) runs
/// on one host thread at a time: it places the CTAs on multiprocessors, and schedulers issue the
/// instructions of the traces when operands, units and memory allow. The replay proceeds from event
/// to event and drops the trace of a CTA that has ended, so that memory is needed only for resident
/// CTAs.
///
/// This package has the results. The one rule: a launch takes the same cycles on every host, with
/// any number of threads, and cycles that depend on an assumed figure are counted as such.
///
/// Start at [KernelTiming] and [CycleStack]; ADR 15 lists what the model leaves out.
@NullMarked
package org.offloadtck.timing;

import org.jspecify.annotations.NullMarked;
