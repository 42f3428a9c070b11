/// The address space of a simulated device.
///
/// Addresses are 64 bits and flat, as generic addresses of PTX are: each state space has a window
/// ([AddressSpace]), and the address says which space it means. Global memory is one native arena
/// with a table of its allocations, so that an access outside every allocation, or after a free, is
/// found and told in terms of the allocation it missed. All simulated memory is reached by its
/// address in this process, through [NativeBytes].
///
/// The one rule: memory is little-endian bytes; nothing here knows of types, threads or kernels.
///
/// Start at [GlobalMemory].
@NullMarked
package org.offloadtck.engine.memory;

import org.jspecify.annotations.NullMarked;
