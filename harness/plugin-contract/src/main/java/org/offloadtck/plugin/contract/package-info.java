/// The plugin SPI's tests, as interfaces: a plugin is judged by a test class that implements all of
/// them and supplies a device and the contract program built for it.
///
/// The contract program exists twice, in PTX (`contract.ptx`) and OpenCL C (`contract.cl`), with
/// the same kernels; [ContractProgram] describes them. Start with [DeviceContract].
///
/// The rule: a test asks for a capability before it uses it, and asserts the refusal where the
/// capability is missing; an absent device aborts the test with the plugin's own reason.
@NullMarked
package org.offloadtck.plugin.contract;

import org.jspecify.annotations.NullMarked;
