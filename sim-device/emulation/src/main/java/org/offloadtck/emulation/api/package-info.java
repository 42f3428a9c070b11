/// The CUDA driver API as the emulated driver offers it, and the interfaces between the device
/// server and the driver.
///
/// [DriverFunction] lists the functions with their parameters: `libcuda.so` exports exactly these.
/// A call arrives as a [DriverCall] at its [DriverThread], which returns a [DriverReply]. Device,
/// managed and pinned memory of a session lies in one segment that the client process maps too:
/// managed and pinned memory at the addresses that its pointers hold, device memory elsewhere, so
/// that an access of the host fails ([DeviceMemoryAccess]). [RunBackend] opens and closes the runs
/// of `offload-tck exec`.
///
/// The rule: nothing here depends on how calls are transported or carried out.
///
/// Start at [DriverFunction].
///
/// The package has more than 15 types because server and driver meet here only, in both directions.
@NullMarked
package org.offloadtck.emulation.api;

import org.jspecify.annotations.NullMarked;
