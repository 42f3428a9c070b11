/// One launch with checks and timing around it.
///
/// The engine executes a launch, the sanitizer observes it for faults, the timer observes it for
/// its time. [LaunchInstrumentation] combines the three for the plugin, the emulated driver and
/// `simulate`. The one rule: nothing else passes an observer to a launch, so that checks and times
/// mean the same everywhere.
///
/// Start at [LaunchInstrumentation].
@NullMarked
package org.offloadtck.launch;

import org.jspecify.annotations.NullMarked;
