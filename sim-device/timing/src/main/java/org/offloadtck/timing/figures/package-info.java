/// The timing figures of devices: latencies, bandwidths and sizes, each with its basis and its
/// source.
///
/// The one rule: every figure is a row of `timing.csv`, and the values a fit may give it are a row
/// of `ranges.csv`. No figure is in code.
///
/// Start at [TimedDevice]; [Quantity] lists the figures, [Basis] says how sure one is.
@NullMarked
package org.offloadtck.timing.figures;

import org.jspecify.annotations.NullMarked;
