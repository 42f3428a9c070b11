/// Folders from which scenarios that failed are run again.
///
/// [ReplayFolders] writes a folder for each failed result of a report: the inputs and artifacts of
/// its stages as they were, the [commands][CommandScript], the result as a document of its own, and
/// a [ReplayScript]. [RecordedResult] finds a result in a report.
///
/// The rule: a replay identifies a scenario by its id and parameters, and the result by its key,
/// never by tags. Start at [ReplayFolders].
@NullMarked
package org.offloadtck.scenario.replay;

import org.jspecify.annotations.NullMarked;
