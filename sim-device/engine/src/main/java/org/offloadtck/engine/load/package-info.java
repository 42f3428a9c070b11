/// Loads a PTX module: places its variables in memory, lays out shared memory, adds the functions
/// that the device provides, and has functions decoded when a kernel that can reach them is first
/// used.
///
/// The one rule: what makes a module invalid is found when it is loaded, whichever of its kernels
/// are used. An instruction that cannot be executed does not prevent loading.
///
/// Start at [ProgramLoader], which places a module, then [LoadedModule], which has its functions
/// decoded.
@NullMarked
package org.offloadtck.engine.load;

import org.jspecify.annotations.NullMarked;
