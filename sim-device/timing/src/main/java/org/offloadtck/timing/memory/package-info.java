/// The memory system that multiprocessors share: requests, caches, the slices of the second-level
/// cache and the DRAM behind them.
///
/// The one rule: requests are served in the order of time, multiprocessor and request.
///
/// Start at [MemoryPartitions]; [TaggedTime] is the format of times.
@NullMarked
package org.offloadtck.timing.memory;

import org.jspecify.annotations.NullMarked;
