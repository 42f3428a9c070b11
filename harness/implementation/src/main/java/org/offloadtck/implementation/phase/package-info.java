/// The phases of a compilation: which tool runs for which target, what it reads and what it writes.
///
/// A driver prints them, a line each, in the order they run:
///
/// ```text
/// # "nvptx64-nvidia-cuda" - "NVPTX::Assembler", inputs: ["zaxpy.s"], output: "zaxpy.o"
/// ```
///
/// [CompilationPhase][org.offloadtck.implementation.phase.CompilationPhase] is a line,
/// [PhaseListing][org.offloadtck.implementation.phase.PhaseListing] all of them, and
/// [PhaseOrderCheck][org.offloadtck.implementation.phase.PhaseOrderCheck] says whether files and
/// targets go the way the design has them: the host's front end first, each device's compilation
/// with what it wrote, the host's back end with the device objects, and the link at the end.
///
/// Source: "Offloading Design & Internals", Compilation Process and Offloading Example; clang's
/// option `-ccc-print-bindings`.
@NullMarked
package org.offloadtck.implementation.phase;

import org.jspecify.annotations.NullMarked;
