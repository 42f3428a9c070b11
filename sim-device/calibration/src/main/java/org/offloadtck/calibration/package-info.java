/// The comparison of the timing model with a measured device, and its fit to the measurements.
///
/// The same benchmarks run on both, through the plugin SPI: a device with timed events is measured,
/// the simulated one models. Measurements are kept in a file with device, driver, clocks and date,
/// so that a later model can be compared without the device. The one rule: no figure is invented. A
/// point that could not be measured is missing, measurements of a simulator are labelled, a fit
/// uses every second size, and it moves a figure only within published limits (`ranges.csv`).
///
/// Start at [Calibration].
@NullMarked
package org.offloadtck.calibration;

import org.jspecify.annotations.NullMarked;
