package org.offloadtck.runtime.trace;

/// One event of a device's data environment.
///
/// @see "LLVM 16, openmp/libomptarget/include/Debug.h, OpenMPInfoType"
public sealed interface MapEvent {

    MapRange range();

    /// A range was mapped. The event has the range of the whole row.
    ///
    /// @param base host address of the variable that contains the range
    record Created(long base, MapRange range, MapCount dynamic, MapCount hold)
            implements MapEvent {}

    /// A lookup found a range. The event has the range that was looked up and the counts of its
    /// row.
    record Found(MapRange range, MapCount dynamic, MapCount hold) implements MapEvent {}

    /// A range was unmapped. The event has the range of the whole row.
    record Removed(MapRange range) implements MapEvent {}

    record CopiedToDevice(MapRange range) implements MapEvent {}

    record CopiedFromDevice(MapRange range) implements MapEvent {}
}
