package org.offloadtck.plugin.image;

import java.lang.foreign.MemorySegment;

/// Assembles the text of a target into the object that a fat object contains and a [DeviceLinker]
/// links; found by `ServiceLoader`. The reference counterpart of `ptxas -c`.
public interface DeviceAssembler {

    /// Whether this assembler assembles text of `target`.
    boolean assembles(TargetId target);

    /// Assembles `text`, which is UTF-8.
    ///
    /// @return the object, for PTX targets a relocatable device container
    /// @throws DeviceLinkException for text that is not well-formed
    MemorySegment assemble(TargetId target, DeviceLinker.Input text);
}
