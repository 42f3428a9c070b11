/// Asynchronous work: kernels, copies and fills within device memory, recorded events, and calls of
/// the program's functions.
///
/// [CommandQueue] carries out the [StreamCommand]s of a process one after the other, in the order
/// of their submission, on a thread of its own; [CommandExecutor] runs each, and [HostCalls] hands
/// functions to the thread of the client that calls them. [ProcessRecorder] reports launches and
/// findings to the run.
///
/// The rule: the order of submission is an order in which the streams could have run, and it is the
/// same in every execution.
///
/// Start at [CommandQueue].
@NullMarked
package org.offloadtck.emulation.queue;

import org.jspecify.annotations.NullMarked;
