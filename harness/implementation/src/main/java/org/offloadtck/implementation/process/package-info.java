/// Processes of other programs: toolchains, and the programs that they build.
///
/// A [ToolProcess] runs a [ToolCommand] with a time limit and an output limit, and ends all its
/// descendants. Its [ProcessResult] has the output and the [ProcessTermination]. A [HostTool] is a
/// program of the machine that is not under test.
///
/// The rule: a program that cannot be started, fails or runs too long is a result, not an
/// exception.
///
/// Start at [ToolProcess].
@NullMarked
package org.offloadtck.implementation.process;

import org.jspecify.annotations.NullMarked;
