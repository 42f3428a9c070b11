/// Host programs made without a compiler or linker, for scenarios and tests of registration,
/// mapping and launch.
///
/// [ProgramLayout] writes into host memory the tables that a linked executable contains, intact or
/// damaged. [SyntheticHostProgram] is such a program with its runtime and the calls that a compiler
/// would emit.
///
/// The rule: a layout consists of bytes at addresses, under an ABI profile; the runtime cannot
/// distinguish it from a loaded executable. Start at [SyntheticHostProgram].
@NullMarked
package org.offloadtck.runtime.program;

import org.jspecify.annotations.NullMarked;
