package org.offloadtck.runtime.trace;

/// An action on one device that libomptarget reports.
///
/// @see "LLVM 22, offload/include/Shared/Debug.h, OpenMPInfoType"
public sealed interface RuntimeEvent permits MapEvent, UnmappedEvent, LaunchEvent {}
