/// The devices that can be simulated: how many multiprocessors, how much memory, how large a CTA.
///
/// The one rule: every number is a row of `devices.csv`, with its source beside it.
///
/// Start at [DeviceSpec].
@NullMarked
package org.offloadtck.simt.device;

import org.jspecify.annotations.NullMarked;
