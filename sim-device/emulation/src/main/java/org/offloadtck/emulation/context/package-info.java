/// Driver functions for initialization, devices and contexts.
///
/// Each class adds the handlers for one topic of the CUDA driver API (12.6) to the dispatch table.
///
/// The rule: every value of a device comes from its `DeviceSpec`; nothing is invented but the PCI
/// address and the UUID.
///
/// Start at [DeviceHandlers].
@NullMarked
package org.offloadtck.emulation.context;

import org.jspecify.annotations.NullMarked;
