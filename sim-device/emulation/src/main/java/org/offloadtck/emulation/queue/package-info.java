/// Asynchronous work: kernels, copies and fills within device memory, recorded events, and calls of
/// the program's functions.
///
/// [CommandQueue] carries out the [StreamCommand]s of a process; [CommandExecutor] runs each, and
/// [HostCalls] hands functions to the thread of the client that calls them. [ProcessRecorder]
/// reports launches and findings to the run.
///
/// [CommandSchedule] decides which command is next: the first in the order of submission whose
/// dependencies are done. A kernel that waits for memory is suspended, and continues when the
/// memory that it reads has changed ([SuspendedLaunch]); meanwhile it takes room on its device
/// ([ResidentLaunches]). [ClientThreads] decides whether the host can still end a wait.
///
/// The kernels, copies and fills that a kernel launches are executed after its grid, as part of its
/// command ([NestedLaunches]).
///
/// A kernel whose CTAs run on several host threads is not suspended; it has no access by which a
/// thread may wait. Counters and times of a suspended kernel are its own. Racecheck counts accesses
/// before a wait as those of an earlier launch, so it reports no races with later ones. A function
/// of the program that a stream calls is not suspended: what it waits for must not be queued behind
/// it.
///
/// The rule: one command runs at a time, in an order in which the streams could have run. It
/// depends on the commands and on the memory that the host writes, and not on the time of
/// submission. Only a kernel that has changed no memory for long, and does not repeat itself, takes
/// turns with the commands that have been submitted by then.
///
/// Start at [CommandQueue].
@NullMarked
package org.offloadtck.emulation.queue;

import org.jspecify.annotations.NullMarked;
