/// The device data environment: which host storage has a counterpart on the device, how often it is
/// mapped, and what is copied when.
///
/// A [MapArgument] is one row of the arrays a compiler passes (base, begin, size, type).
/// [DataEnvironment] begins, ends and updates lists of them; it keeps one [Mapping] per mapped
/// range with its [ReferenceCounts]. [DeviceChannel] moves the bytes and counts them. What a
/// user-defined mapper says of an argument is its [MapperExpansion]; a section with gaps is a
/// `NonContiguousSection`; a construct that is not waited for is a [PendingDataConstruct], and what
/// it has done to each row a `MappingChange`. What an edition does its own way is
/// `AbiProfile.DataMapping`.
///
/// The rule: a construct is planned in full before anything is done, so that an illegal one leaves
/// table and device as they were; one whose device fails is taken back. What is mapped, counted and
/// copied is what libomptarget does: LLVM 22, `offload/libomptarget/OpenMP/Mapping.cpp` (lookups
/// and counts) and `offload/libomptarget/omptarget.cpp` (`targetDataBegin`, `targetDataEnd`,
/// `targetDataUpdate`).
///
/// Start at [DataEnvironment].
@NullMarked
package org.offloadtck.runtime.mapping;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperExpansion;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.ReferenceCounts;
