/// The execution of the scenarios that `run` selects: groups of them one after another, with
/// progress, further runs of failures, and the results of an earlier run.
///
/// The rule: what was found so far can be asked at any time, because a signal may end the process.
/// Start at [RunExecution].
@NullMarked
package org.offloadtck.scenario.execution;

import org.jspecify.annotations.NullMarked;
