/// The address space of a simulated device.
///
/// Addresses are 64 bits and flat, like generic addresses of PTX: each state space has a window
/// ([AddressSpace]), so the address determines the space. Global memory is one native arena with a
/// table of its allocations, so that an access outside every allocation, or after a free, is
/// detected and described relative to the nearest allocation. All simulated memory is accessed at
/// its address in this process, through [NativeBytes].
///
/// The one rule: memory is little-endian bytes. This package has no notion of types, threads or
/// kernels.
///
/// It has more than 15 types because what accesses memory beside the threads, bulk copies and
/// products of matrices, is told here as ranges of addresses.
///
/// Start at [GlobalMemory].
@NullMarked
package org.offloadtck.engine.memory;

import org.jspecify.annotations.NullMarked;
