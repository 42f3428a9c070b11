package org.offloadtck.linker.device;

import java.lang.foreign.MemorySegment;

/// The device link step: links the images of one target to one image.
public interface ImageLinker {

    /// Links the images of `group`.
    ///
    /// @return the linked image, or bitcode for a compiler in the runtime
    /// @throws org.offloadtck.linker.input.LinkException if no linker takes the target
    /// @throws org.offloadtck.plugin.image.DeviceLinkException if the target's linker rejects the
    ///   images
    MemorySegment link(TargetGroup group);
}
