package org.offloadtck.checks.shadow;

import org.offloadtck.engine.memory.AddressSpace;

/// The window of the generic address space that an address is in.
public enum AddressWindow {
    GLOBAL,
    SHARED,
    LOCAL,
    /// Kernel parameters, or no memory at all.
    OTHER;

    public static AddressWindow of(long address) {
        long window = AddressSpace.window(address);
        if (window == AddressSpace.GLOBAL) {
            return GLOBAL;
        }
        if (window == AddressSpace.SHARED) {
            return SHARED;
        }
        return window == AddressSpace.LOCAL ? LOCAL : OTHER;
    }
}
