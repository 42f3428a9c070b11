/// The simulated GPU behind the plugin SPI.
///
/// [SimulatedDevicePlugin] provides one device to the reference runtime; [SimulatedDeviceFactory]
/// opens devices with an observer for the offload service. The one rule: this package translates
/// between the SPI and the engine; execution, checks and timing are in the modules below.
///
/// Start at [SimulatedDevice].
@NullMarked
package org.offloadtck.sim;

import org.jspecify.annotations.NullMarked;
