package org.offloadtck.linker.device;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.plugin.image.TargetId;

/// The image that a device linker made of one target's images.
///
/// @param kinds the programming models for which it is registered, at least one
/// @param bytes the image, read-only: a linked object, or bitcode for a compiler in the runtime
public record LinkedImage(TargetId target, Set<OffloadKind> kinds, MemorySegment bytes) {

    public LinkedImage {
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("nothing registers the image for " + target);
        }
        kinds = Set.copyOf(EnumSet.copyOf(kinds));
        bytes = bytes.asReadOnly();
    }

    /// Creates a linked image for OpenMP.
    public LinkedImage(TargetId target, MemorySegment bytes) {
        this(target, Set.of(OffloadKind.OPENMP), bytes);
    }

    @Override
    public String toString() {
        return "%s, %d bytes".formatted(target, bytes.byteSize());
    }
}
