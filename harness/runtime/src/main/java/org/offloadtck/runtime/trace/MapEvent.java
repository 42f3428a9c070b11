package org.offloadtck.runtime.trace;

/// One event of a device's data environment.
///
/// @see "LLVM 16, openmp/libomptarget/include/Debug.h, OpenMPInfoType"
public sealed interface MapEvent extends RuntimeEvent {

    MapRange range();

    /// Whether a map clause of the program led to a lookup.
    enum Origin {
        EXPLICIT,
        /// The compiler maps a variable that the program only uses. Known for constructs that map.
        IMPLICIT
    }

    /// A range was mapped. The event has the range of the whole row.
    ///
    /// @param base host address of the variable that contains the range
    /// @param allocation device address of the memory that was allocated for it, at or before the
    ///   range
    record Created(long base, long allocation, MapRange range, MapCount dynamic, MapCount hold)
            implements MapEvent {}

    /// A lookup found a range. The event has the range that was looked up and the counts of its
    /// row, and a name if a construct mapped the range.
    record Found(MapRange range, MapCount dynamic, MapCount hold, Origin origin)
            implements MapEvent {}

    /// A range was unmapped. The event has the range of the whole row.
    record Removed(MapRange range) implements MapEvent {}

    record CopiedToDevice(MapRange range) implements MapEvent {}

    record CopiedFromDevice(MapRange range) implements MapEvent {}
}
