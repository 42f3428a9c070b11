package org.offloadtck.engine.code;

import org.offloadtck.engine.memory.AddressSpace;

/// Which memory an access decodes to: integers, for the interpreter's switch.
public final class MemorySpace {

    /// The address says: any window.
    public static final int GENERIC = 0;

    public static final int GLOBAL = 1;

    /// Global memory too, but not counted as its traffic.
    public static final int CONSTANT = 2;

    public static final int SHARED = 3;
    public static final int LOCAL = 4;

    /// The launch's parameter block.
    public static final int PARAMETER = 5;

    /// Local memory at a fixed offset from the frame's base: [Code#X].
    public static final int FRAME = 6;

    private MemorySpace() {}

    /// Where the addresses of a space begin in the flat address space; 0 when they are flat ones.
    public static long window(int space) {
        return switch (space) {
            case SHARED -> AddressSpace.SHARED;
            case LOCAL, FRAME -> AddressSpace.LOCAL;
            case PARAMETER -> AddressSpace.PARAM;
            default -> 0;
        };
    }
}
