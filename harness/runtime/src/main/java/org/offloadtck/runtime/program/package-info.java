/// Host programs made without a compiler or linker: [ProgramLayout] writes into host memory what a
/// linked executable would hold there, so that registration, mapping and launch can be tried on
/// their own, and damaged on purpose.
///
/// [SyntheticHostProgram] is such a program with its runtime and the calls a compiler would emit.
///
/// The rule: what is laid out is bytes at addresses, under an ABI profile; the runtime cannot tell
/// it from a loaded executable.
@NullMarked
package org.offloadtck.runtime.program;

import org.jspecify.annotations.NullMarked;
