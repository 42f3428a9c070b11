/// What data environments did, told in order: a [MapEvent] for every row of a host-to-device table
/// that was created, found or removed, and for every copy.
///
/// The events are those that libomptarget tells of if `LIBOMPTARGET_INFO` asks for them, so that
/// what two runtimes did for one program can be compared: [InfoWriter] writes an event in that
/// runtime's words, [InfoReader] reads what a released runtime wrote, [TraceComparison] says how
/// two traces differ.
///
/// The rule: an event is told when it has happened; a construct that is refused tells of nothing.
@NullMarked
package org.offloadtck.runtime.trace;

import org.jspecify.annotations.NullMarked;
