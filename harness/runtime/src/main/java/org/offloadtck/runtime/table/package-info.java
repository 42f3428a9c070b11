/// The host-to-device table of one device.
///
/// A [MappingTable] holds disjoint host ranges. A [Mapping] is one row: a host range, its device
/// counterpart, its [ReferenceCounts] and the pointers attached in it ([AttachedPointer]). A lookup
/// yields a [LookupResult]. A [MappingChange] records what one construct did to one row, so that
/// the runtime can undo it after other constructs changed the row too. [MappingEvents] describes
/// changes as trace events.
///
/// The rule: rows are immutable and never overlap. Source: LLVM 22,
/// `offload/libomptarget/OpenMP/Mapping.cpp`. Start at [MappingTable].
@NullMarked
package org.offloadtck.runtime.table;

import org.jspecify.annotations.NullMarked;
