package org.offloadtck.checks.finding;

import org.offloadtck.checks.finding.Defect.UninitialisedUse.ValueUse;

/// What a thread did at a site of a [KernelFinding].
public sealed interface ThreadAction {

    /// An access of a data race.
    record Access(RacingAccess access) implements ThreadAction {}

    /// The first load of a value that was never written.
    record UninitialisedLoad(MemoryLocation location) implements ThreadAction {}

    /// A use of a value that was never written.
    record Use(ValueUse use) implements ThreadAction {}

    /// A call of `malloc`.
    record Allocation(long bytes) implements ThreadAction {}

    /// An access to the heap of `malloc` outside its live blocks.
    enum HeapAccess implements ThreadAction {
        HEAP_ACCESS
    }

    /// A call of the CUDA device runtime.
    enum DeviceCall implements ThreadAction {
        DEVICE_CALL
    }

    /// An event of barrier synchronisation.
    enum Synchronisation implements ThreadAction {
        BARRIER,
        EXIT
    }
}
