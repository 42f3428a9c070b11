/// The attributes of devices: what `cuDeviceGetAttribute` and the device runtime of kernels return.
///
/// The one rule: an attribute is a quantity of the device model, a row of `device-attributes.csv`,
/// or 0.
///
/// Start at [DeviceAttribute].
@NullMarked
package org.offloadtck.emulation.attribute;

import org.jspecify.annotations.NullMarked;
