package org.offloadtck.plugin.image;

import java.lang.foreign.MemorySegment;

/// Linked device code, which a device loads.
///
/// @param source names the image in diagnostics
/// @param target of the link
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
