/// The bench of planted faults: rows of the corpus plant faults in real files, and `check` has to
/// report each of them at its place.
///
/// The rule: a row names meaningful places, such as `entry KERNEL size`, never offsets, so that one
/// row applies to files of several compilers. An edit that changes nothing is an error.
///
/// Start at [FaultGroup].
@NullMarked
package org.offloadtck.scenario.fault;

import org.jspecify.annotations.NullMarked;
