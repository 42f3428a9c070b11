package org.offloadtck.emulation.array;

import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.engine.texture.TexelGrid;

/// A CUDA array, or a level of a mipmapped array.
///
/// @param memory that contains it
/// @param address of its first element
/// @param origin whether it has its memory for itself
public record EmulatedArray(
        long handle, DriverAllocation memory, long address, ArrayShape shape, Origin origin)
        implements Resource {

    /// Which function made an array.
    public enum Origin {
        /// `cuArrayCreate`, `cuArray3DCreate`: it has all of its memory.
        CREATED,
        /// `cuMipmappedArrayGetLevel`: its memory is that of the mipmapped array.
        LEVEL
    }

    /// The elements.
    public TexelGrid grid() {
        return shape.grid(address);
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return memory.context() == context;
    }
}
