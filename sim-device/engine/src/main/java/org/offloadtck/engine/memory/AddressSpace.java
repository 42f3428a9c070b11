package org.offloadtck.engine.memory;

/// The windows of the state spaces in the flat address space.
///
/// PTX leaves the windows to the implementation (PTX ISA 9.0 §5.1 and `cvta`, §9.7.9.20); these are
/// chosen so that no window contains zero, a small integer or an address that x86-64 Linux gives to
/// the heap, the stack or the image of a host program. An offset within a window is the address in
/// that state space; the addresses of `.global` and `.const` are their generic addresses.
public final class AddressSpace {

    /// First generic address of the `.shared` window.
    public static final long SHARED = 0x0001_0000_0000L;

    /// First generic address of the `.local` window.
    public static final long LOCAL = 0x0002_0000_0000L;

    /// First generic address of the `.param` window, which holds the kernel's parameters.
    public static final long PARAM = 0x0003_0000_0000L;

    /// First address of functions. Device code cannot read there.
    public static final long CODE = 0x0004_0000_0000L;

    /// Distance between the addresses of two functions, in bytes.
    public static final long CODE_STEP = 16;

    /// Size of each of the windows above, in bytes.
    public static final long WINDOW = 0x0001_0000_0000L;

    /// First address of global memory.
    public static final long GLOBAL = 0x2000_0000_0000L;

    private AddressSpace() {}

    /// The window that contains a generic address: one of the constants above, or 0 for none.
    public static long window(long address) {
        if (address >= GLOBAL) {
            return GLOBAL;
        }
        long window = address & -WINDOW;
        return window == SHARED || window == LOCAL || window == PARAM || window == CODE
                ? window
                : 0;
    }
}
