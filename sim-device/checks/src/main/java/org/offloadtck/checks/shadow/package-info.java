/// Shadow memory: for each bit of device memory whether it was ever written, for each word the last
/// accesses.
///
/// The one rule: a shadow page is found once for an access and serves all detectors.
///
/// Start at [ShadowPage]; [AccessTable] explains the numbers in its cells, [AccessCells] how one
/// cell stands for those of 16 words that a warp accessed in order of its lanes, [CoalescedRuns]
/// how an access of a warp is taken as a few runs of words, which a loop may move from iteration to
/// iteration, [SingleLaneAccess] that of one lane.
@NullMarked
package org.offloadtck.checks.shadow;

import org.jspecify.annotations.NullMarked;
