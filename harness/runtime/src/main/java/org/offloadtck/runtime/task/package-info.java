/// Constructs that the program does not wait for: tasks, what they depend on, and the order in
/// which a host may run them.
///
/// The rule: a task begins when every earlier task that it depends on has ended, and nothing else
/// is said of when. Which of the allowed orders a program gets is chosen by a [TaskOrder], so that
/// what works in one order only is found out, and found out again.
///
/// Start at [TaskGraph].
@NullMarked
package org.offloadtck.runtime.task;

import org.jspecify.annotations.NullMarked;
