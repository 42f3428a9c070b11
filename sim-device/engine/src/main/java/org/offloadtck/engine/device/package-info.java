/// The devices that can be simulated: how many multiprocessors, how much memory, how large a CTA,
/// how many CTAs at a time, and how fast.
///
/// The one rule: every number is in a table, with its source beside it: `devices.csv` says what a
/// device has, `timing.csv` how long it takes, and on what [Basis] that is said.
///
/// Start at [DeviceSpec].
@NullMarked
package org.offloadtck.engine.device;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.timing.figures.Basis;
