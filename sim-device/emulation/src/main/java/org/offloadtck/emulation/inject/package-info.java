/// Faults that the driver reports on request, so that the error paths of a program run.
///
/// The rule: a fault is placed by the count of calls of one process, never by time, so that every
/// execution meets it at the same call.
///
/// Start at [InjectedFault].
@NullMarked
package org.offloadtck.emulation.inject;

import org.jspecify.annotations.NullMarked;
