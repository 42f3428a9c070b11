/// Toolchains that are not the kit's: programs of the corpus built by an installed compiler and run
/// as processes.
///
/// A [Toolchain] is data: what has to be installed, and the command of each stage. Every command is
/// a [ToolProcess] of its own, with a time limit, an output cap and an end for all its children. A
/// [BuildCache] builds an [SourceProgram] once per toolchain and optimization; an [EmulatedRun]
/// runs what was built on the emulated driver and reads the launch count from its report.
///
/// The rule: no tool's failure is an exception. What a tool did is a verdict, and a tool that is
/// not there is `UNSUPPORTED` in the words of the probe.
@NullMarked
package org.offloadtck.implementation.external;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.process.ToolProcess;
