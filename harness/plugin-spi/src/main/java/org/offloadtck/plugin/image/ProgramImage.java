package org.offloadtck.plugin.image;

import java.lang.foreign.MemorySegment;

/// Device code to load, as the device linker left it.
///
/// @param source names the image in diagnostics
/// @param target what it was linked for
/// @param bytes the image, read-only; for PTX targets the device container
public record ProgramImage(String source, TargetId target, MemorySegment bytes) {

    public ProgramImage {
        bytes = bytes.asReadOnly();
    }

    @Override
    public String toString() {
        return "%s (%s, %d bytes)".formatted(source, target, bytes.byteSize());
    }
}
