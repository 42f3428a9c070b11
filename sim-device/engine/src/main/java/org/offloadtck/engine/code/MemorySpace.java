package org.offloadtck.engine.code;

import org.offloadtck.engine.memory.AddressSpace;

/// Memory spaces that an access is decoded to: `int` constants, so that the interpreter switches on
/// them.
public final class MemorySpace {

    /// Any space: the window that the address is in decides.
    public static final int GENERIC = 0;

    public static final int GLOBAL = 1;

    /// Global memory too, but accesses are not counted as global traffic.
    public static final int CONSTANT = 2;

    public static final int SHARED = 3;

    /// An `mbarrier` at a generic address, which has to be in the window of shared memory.
    public static final int MBARRIER = 4;

    public static final int LOCAL = 5;

    /// The parameter block of the launch.
    public static final int PARAMETER = 6;

    /// Local memory at a constant offset, [Code#X], from the base of the frame.
    public static final int FRAME = 7;

    private MemorySpace() {}

    /// The generic address of the first byte of a space; 0 for spaces whose addresses are generic
    /// addresses already.
    public static long window(int space) {
        return switch (space) {
            case SHARED -> AddressSpace.SHARED;
            case LOCAL, FRAME -> AddressSpace.LOCAL;
            case PARAMETER -> AddressSpace.PARAM;
            default -> 0;
        };
    }

    /// The address that an access reaches in a space. Shared and local memory have addresses of 32
    /// bits, to which wider ones are truncated (PTX ISA §6.4.1, Addresses as Operands).
    public static long truncated(int space, long address) {
        return space == SHARED || space == LOCAL ? address & 0xffff_ffffL : address;
    }
}
