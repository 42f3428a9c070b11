/// The phases of a compilation: the tool, its target, the files it reads and the file it writes.
///
/// A driver prints one line for each phase, in execution order:
///
/// ```text
/// # "nvptx64-nvidia-cuda" - "NVPTX::Assembler", inputs: ["zaxpy.s"], output: "zaxpy.o"
/// ```
///
/// A [CompilationPhase] is one line, a [PhaseListing] all of them. [CompilationPlan] lists the
/// phases of the reference front end, with files named as in [CompilationFiles]. [PhaseOrderCheck]
/// verifies that a listing follows the design: the host's front end first, each device compilation
/// with its output, the host's back end with the device objects, the link last.
///
/// The rule: phases are data of a driver's output; this package runs no tool.
///
/// Start at [PhaseListing].
///
/// @see "Offloading Design & Internals, Compilation Process and Offloading Example; clang's option
///   -ccc-print-bindings"
@NullMarked
package org.offloadtck.implementation.phase;

import org.jspecify.annotations.NullMarked;
