/// The execution of loads, stores and atomics.
///
/// [MemoryInstructions] executes any access, one lane after another. Two fast paths precede it:
/// [UniformLocalAccess] for lanes that access the same offset of their local memory, and
/// [FullWarpAccess] for 32 lanes that access one allocation or shared memory.
/// [DistributedSharedMemory] finds the shared memory of other CTAs.
///
/// The one rule: every access is checked before it touches memory of this process. A fast path
/// executes an access completely or leaves it to [MemoryInstructions], which alone reports faults.
///
/// The package has more than 15 types because each family of instructions that access memory has
/// its own, and all share the checks of [MemoryInstructions].
///
/// Start at [MemoryInstructions].
@NullMarked
package org.offloadtck.engine.access;

import org.jspecify.annotations.NullMarked;
