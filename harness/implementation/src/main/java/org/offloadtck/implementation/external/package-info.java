/// Installed toolchains: programs of the corpus, built by a compiler of the machine.
///
/// A [Toolchain] is data: the programs and files that must be installed, and the command of each
/// stage. [ToolchainLookup] finds it on the machine. A [BuildCache] builds each [SourceProgram]
/// once for a toolchain and an optimization level.
///
/// The rule: the failure of a tool is a verdict, not an exception. A tool that is not installed is
/// `UNSUPPORTED`, with the name of the missing file.
///
/// Start at [BuildCache].
@NullMarked
package org.offloadtck.implementation.external;

import org.jspecify.annotations.NullMarked;
