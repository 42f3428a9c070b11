package org.offloadtck.plugin.image;

import java.lang.foreign.MemorySegment;

/// Turns the assembly text of a target into the object that a fat object carries and a
/// [DeviceLinker] links; found by `ServiceLoader`. The reference counterpart of `ptxas -c`.
public interface DeviceAssembler {

    /// Whether this assembler takes text of `target`.
    boolean assembles(TargetId target);

    /// Assembles `text`, which is UTF-8.
    ///
    /// @return the object, for PTX targets a relocatable device container
    /// @throws DeviceLinkException for text that is not well-formed
    MemorySegment assemble(TargetId target, DeviceLinker.Input text);
}
