package org.offloadtck.linker.device;

import java.lang.foreign.MemorySegment;
import org.offloadtck.plugin.TargetId;

/// What the device linker made of one target's images.
///
/// @param bytes the image, read-only
public record LinkedImage(TargetId target, MemorySegment bytes) {

    public LinkedImage {
        bytes = bytes.asReadOnly();
    }

    @Override
    public String toString() {
        return "%s, %d bytes".formatted(target, bytes.byteSize());
    }
}
