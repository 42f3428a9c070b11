package org.offloadtck.plugin.image;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Links the device images of one target into the image that is wrapped and loaded; found by
/// `ServiceLoader`. The reference counterpart of `nvlink`.
public interface DeviceLinker {

    /// Whether this linker links images of `target`.
    boolean links(TargetId target);

    /// Links `inputs`, in order.
    ///
    /// @return the linked image, for PTX targets an executable device container
    /// @throws DeviceLinkException for undefined or doubly defined symbols and inputs it cannot
    ///   read
    MemorySegment link(TargetId target, List<Input> inputs);

    /// An image to link.
    ///
    /// @param source names the image in diagnostics: `z.o`, `libx.a(y.o)`
    /// @param bytes the image, read-only
    record Input(String source, MemorySegment bytes) {
        public Input {
            bytes = bytes.asReadOnly();
        }
    }
}
