/// Replay of recorded CTAs on a device: multiprocessors, warp schedulers, execution units and the
/// load/store unit.
///
/// The one rule: the order of events depends on simulated time and on numbers of CTAs, warps and
/// multiprocessors, never on the host.
///
/// It has more than 15 types because each part of a multiprocessor, and a launch on one and on
/// several devices, is a type of its own.
///
/// Several threads of the host compute a launch as a conservative parallel simulation. The
/// lookahead is the latency of a hit in the second-level cache: for such a window multiprocessors
/// have no effect on each other. The protocol:
///
/// - Each thread of a launch records CTAs and adds their traces to the [ReplayQueue]. The one that
///   finds no *primary thread* becomes it, until the queue is empty.
/// - The primary thread does all that is of the whole device: it places CTAs, begins a window,
///   shares its multiprocessors with the [ReplayTeam], and, when all have run, serves their
///   requests in the order of time, multiprocessor and request. A multiprocessor receives new CTAs
///   and answers when it runs its next window.
/// - Other threads claim multiprocessors if the queue has traces enough, or if no CTA is left to
///   record. They claim from the last one on, the primary thread from the first one on.
/// - What a multiprocessor changes while it runs is its own: its warps, schedulers, memory
///   pipeline, traffic, requests and CTAs that ended. The primary thread collects these in the
///   order of multiprocessors, so that nothing depends on which thread ran which. Only the
///   [InstructionCosts] are shared, which do not depend on who decodes an instruction first.
/// - The primary thread waits for multiprocessors that are claimed, and never for a thread: a
///   helper that the host does not run has claimed none, or one.
///
/// A launch that has no second thread, as a short one or one whose CTAs have an order, shares
/// nothing. A profiled launch records on several threads, and one replays it.
///
/// Start at [TimingModel]; [GridReplay] runs the multiprocessors, [WarpScheduler] chooses the
/// warps, and [SteadyLoop] goes on with a warp as long as only its accesses can differ.
@NullMarked
package org.offloadtck.timing.replay;

import org.jspecify.annotations.NullMarked;
