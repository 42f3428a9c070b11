/// Replay of recorded CTAs on a device: multiprocessors, warp schedulers, execution units and the
/// load/store unit.
///
/// The one rule: the order of events depends on simulated time and on numbers of CTAs, warps and
/// multiprocessors, never on the host.
///
/// It has more than 15 types because each part of a multiprocessor, and a launch on one and on
/// several devices, is a type of its own.
///
/// Start at [TimingModel]; [GridReplay] runs the multiprocessors, [WarpScheduler] chooses the
/// warps.
@NullMarked
package org.offloadtck.timing.replay;

import org.jspecify.annotations.NullMarked;
