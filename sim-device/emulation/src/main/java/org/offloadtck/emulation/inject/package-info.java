/// Faults the driver reports because it was asked to, so that a program's error paths run.
///
/// The one rule: a fault is counted in the calls of one process, never in time, so that the same
/// process meets it at the same place every time.
///
/// Start at [InjectedFault].
@NullMarked
package org.offloadtck.emulation.inject;

import org.jspecify.annotations.NullMarked;
