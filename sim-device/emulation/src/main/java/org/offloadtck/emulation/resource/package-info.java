/// What a process holds on emulated devices: contexts, modules, kernels, streams, events, memory.
///
/// Each [Resource] has a handle, which [HandleTable] issues and never reuses. [AllocationTable] and
/// [AddressReservations] record memory; [DeviceClock] is the virtual time of a device. The package
/// has more than 15 types because [Resource] is sealed and its kinds refer to each other.
///
/// The rule: the lock of the session guards everything here; nothing here waits.
///
/// Start at [EmulatedContext].
@NullMarked
package org.offloadtck.emulation.resource;

import org.jspecify.annotations.NullMarked;
