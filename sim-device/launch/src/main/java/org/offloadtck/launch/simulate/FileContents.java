package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;

/// The bytes of a file.
///
/// @param name names the file in messages
/// @param bytes little-endian where they are numbers, read-only
public record FileContents(String name, MemorySegment bytes) {

    public FileContents {
        bytes = bytes.asReadOnly();
    }
}
