/// How long a launch takes on a device: cycles, and where they went.
///
/// In two phases that overlap. A [org.offloadtck.engine.launch.LaunchObserver] writes down, CTA by
/// CTA, what every warp executes and which lines of memory it touches ([WarpTrace]), on several
/// threads of the host where they may be apart; a replay, of one thread at a time ([ReplayQueue]),
/// puts the CTAs on multiprocessors and lets schedulers issue what the traces say, when operands,
/// units and memory allow. The replay goes from event to event, never cycle by cycle, and forgets a
/// CTA when it has ended, so that a grid needs memory for the CTAs a device holds at a time.
///
/// The one rule: the same launch takes the same cycles on every host, with any number of threads.
/// Numbers about devices come from [org.offloadtck.simt.device] with their basis, and every cycle
/// that rests on an assumed one is counted as such.
///
/// Start at [TimingModel]; ADR 15 says what the model leaves out.
@NullMarked
package org.offloadtck.timing;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.timing.replay.ReplayQueue;
import org.offloadtck.timing.replay.TimingModel;
import org.offloadtck.timing.trace.WarpTrace;
