package org.offloadtck.runtime.trace;

/// One thing that happened to a device's data environment.
///
/// @see "LLVM 16, openmp/libomptarget/include/Debug.h, OpenMPInfoType"
public sealed interface MapEvent {

    MapRange range();

    /// A range became mapped. The range is the whole row's.
    ///
    /// @param base host address of the variable that the range is part of
    record Created(long base, MapRange range, MapCount dynamic, MapCount hold)
            implements MapEvent {}

    /// A range was looked up and is mapped. The range is what was asked for, the counts are those
    /// of its row.
    record Found(MapRange range, MapCount dynamic, MapCount hold) implements MapEvent {}

    /// A range is no longer mapped. The range is the whole row's.
    record Removed(MapRange range) implements MapEvent {}

    record CopiedToDevice(MapRange range) implements MapEvent {}

    record CopiedFromDevice(MapRange range) implements MapEvent {}
}
