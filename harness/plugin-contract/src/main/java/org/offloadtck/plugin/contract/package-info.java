/// The tests of the plugin SPI, as interfaces with default methods: the test class of a plugin
/// implements them all and supplies a device and the contract program.
///
/// The contract program exists in PTX (`contract.ptx`) and in OpenCL C (`contract.cl`) with the
/// same kernels, which [ContractProgram] describes. The one rule: a test queries a capability
/// before it uses it, and asserts the rejection where the capability is missing. Without a device,
/// the test is aborted with the plugin's reason.
///
/// Start at [DeviceContract].
@NullMarked
package org.offloadtck.plugin.contract;

import org.jspecify.annotations.NullMarked;
