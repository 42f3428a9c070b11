/// A program in the memory of a device, ready to launch: its code, functions and variables.
///
/// The one rule: nothing here depends on a launch, and launches do not change it, except the memory
/// of variables and what [LoadedProgram] remembers to speed up later launches.
///
/// Start at [LoadedProgram].
@NullMarked
package org.offloadtck.engine.program;

import org.jspecify.annotations.NullMarked;
