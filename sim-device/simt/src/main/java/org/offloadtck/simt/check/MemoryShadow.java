package org.offloadtck.simt.check;

/// What a detector knows of a device's memory, from launch to launch.
///
/// @param births where the values came from that nobody set
/// @param blocks what kernels allocated
record MemoryShadow(GlobalShadow global, AccessTable accesses, Births births, HeapBlocks blocks) {}
