/// Driver functions for memory: allocation, copies, fills, virtual memory and pointer attributes.
///
/// If host memory takes part in a copy, the client moves the bytes after the call has waited for
/// the stream and has checked the range. Otherwise the copy is a command of the stream. An end of a
/// copy in an array is a rectangle as well ([ArrayEnd]).
///
/// The rule: [MemoryRangeCheck] checks every range of device memory before the call returns.
///
/// Start at [AllocationHandlers].
@NullMarked
package org.offloadtck.emulation.memory;

import org.jspecify.annotations.NullMarked;
