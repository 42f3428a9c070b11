package org.offloadtck.linker.device;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.plugin.TargetId;

/// What the device linker made of one target's images.
///
/// @param kinds the programming models it is registered for, one at least
/// @param content what the bytes are: a linked object, or bitcode for a compiler in the runtime
/// @param bytes the image, read-only
public record LinkedImage(
        TargetId target, Set<OffloadKind> kinds, ImageKind content, MemorySegment bytes) {

    public LinkedImage {
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("nothing registers the image for " + target);
        }
        kinds = Set.copyOf(EnumSet.copyOf(kinds));
        bytes = bytes.asReadOnly();
    }

    /// A linked object for OpenMP.
    public LinkedImage(TargetId target, MemorySegment bytes) {
        this(target, Set.of(OffloadKind.OPENMP), ImageKind.OBJECT, bytes);
    }

    @Override
    public String toString() {
        return "%s, %d bytes".formatted(target, bytes.byteSize());
    }
}
