/// The CUDA driver API as the emulated driver offers it, and the seam between those who carry a
/// call and those who answer it.
///
/// [DriverFunction] is the list of functions: whatever `libcuda.so` exports is a row there, and
/// what has no row is not exported, so that no client takes silence for an answer. A client's call
/// arrives as a [DriverCall] at its [DriverThread] and is answered by a [DriverReply]; a
/// [DeviceBackend] makes the sessions these threads belong to. Device, managed and pinned memory of
/// a session lies in one segment that the client process maps too, at the addresses that device
/// pointers hold.
///
/// One rule: nothing here knows how calls are carried, and nothing here computes an answer.
@NullMarked
package org.offloadtck.emulation.api;

import org.jspecify.annotations.NullMarked;
