/// Steps of the stages that execute device code without a runtime: `simulated-device`, `timing`,
/// `checks` and `simulation`.
///
/// A scenario assembles PTX, launches its kernels directly through the plugin SPI, or runs
/// `offload-tck simulate` as a process. Start at [SimulatedDeviceSteps].
@NullMarked
package org.offloadtck.scenario.device;

import org.jspecify.annotations.NullMarked;
