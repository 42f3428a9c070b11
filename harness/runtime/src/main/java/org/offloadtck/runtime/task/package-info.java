/// Constructs with `nowait`: tasks, their dependences, and the order in which a host executes them.
///
/// A [TaskGraph] holds the tasks of one thread. [AsynchronousConstructs] starts a construct on a
/// queue of its own; a [PendingConstruct] is a construct that was started and not yet waited for.
///
/// The rule: a task starts after every earlier task that it depends on has ended; no other order is
/// guaranteed. A [TaskOrder] chooses among the allowed orders reproducibly, so that a program that
/// is correct in one order only fails, and fails again on the next run.
///
/// Start at [TaskGraph].
@NullMarked
package org.offloadtck.runtime.task;

import org.jspecify.annotations.NullMarked;
