/// Traces of data environments: a [MapEvent] for every row of a host-to-device table that was
/// created, found or removed, and for every copy.
///
/// The events are those that libomptarget prints if `LIBOMPTARGET_INFO` requests them
/// (`org.offloadtck.runtime.info`). So the actions of two runtimes for one program can be compared:
/// [TraceComparison] lists the differences of two traces. A [RuntimeEvent] that is no [MapEvent] is
/// a launch, or a variable that a construct did not map.
///
/// The rule: an event is reported after it happened; a rejected construct reports no event. Start
/// at [MapEvent].
@NullMarked
package org.offloadtck.runtime.trace;

import org.jspecify.annotations.NullMarked;
