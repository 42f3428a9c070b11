/// The simulated devices: number of multiprocessors, memory sizes, CTA limits, occupancy.
///
/// The one rule: every number is a cell of `devices.csv`, with its source in the last column. How
/// fast a device is, is not here: the timing model has figures of its own, by the name of the
/// device.
///
/// Start at [DeviceSpec].
@NullMarked
package org.offloadtck.engine.device;

import org.jspecify.annotations.NullMarked;
