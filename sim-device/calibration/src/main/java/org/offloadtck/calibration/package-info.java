/// The timing model held against a device, and fitted to it: the same kernels at many sizes on
/// both.
///
/// Everything goes through the plugin SPI: a device that is timed by its events is measured, the
/// simulated one models. What was measured is kept as data, with the device, the driver and the
/// day, so that a later model can be held against it where there is no such device.
///
/// The one rule: no figure is invented. A point that could not be measured is not there; what a
/// simulator says of itself is called that; a fit sees every second size, and moves a figure only
/// where something published lets it (`ranges.csv`).
///
/// Start at [Calibration].
@NullMarked
package org.offloadtck.calibration;

import org.jspecify.annotations.NullMarked;
