package org.offloadtck.engine.memory;

/// A range of global memory with a name.
///
/// Accesses are checked against [#address] and [#end]. Freeing makes the range empty, so that a
/// cached reference to the allocation does not admit later accesses.
public final class Allocation {

    /// An allocation that contains no address.
    public static final Allocation NONE = new Allocation("nothing", 0, 0);

    private final String name;
    private final long address;
    private final long size;
    private long end;
    private boolean wasAllocated = true;

    Allocation(String name, long address, long size) {
        this.name = name;
        this.address = address;
        this.size = size;
        this.end = address + size;
    }

    /// A range without memory, until [#allocate].
    static Allocation reserved(String name, long address, long size) {
        var range = new Allocation(name, address, size);
        range.end = address;
        range.wasAllocated = false;
        return range;
    }

    /// The name for diagnostics: a symbol, or the function that allocated it.
    public String name() {
        return name;
    }

    /// First address.
    public long address() {
        return address;
    }

    /// Requested size in bytes.
    public long size() {
        return size;
    }

    /// One past the last address that may be accessed; the first address after a free.
    public long end() {
        return end;
    }

    public boolean isFreed() {
        return end != address + size;
    }

    /// Whether it is freed, and not a reserved range that was never allocated.
    boolean wasFreed() {
        return isFreed() && wasAllocated;
    }

    /// Why the range may not be accessed: `freed`.
    String absence() {
        return wasAllocated ? "freed" : "not allocated yet";
    }

    /// Whether all of `bytes` bytes at `start` may be accessed.
    public boolean contains(long start, long bytes) {
        return start >= address && bytes <= end - start;
    }

    /// Whether the byte at `at` belonged to the allocation before a free.
    boolean covered(long at) {
        return at >= address && at < address + size;
    }

    void free() {
        end = address;
    }

    /// Ends a free: the range may be accessed again.
    void allocate() {
        end = address + size;
        wasAllocated = true;
    }

    /// Sets how many bytes from the start may be accessed.
    void reach(long bytes) {
        end = address + bytes;
    }

    @Override
    public String toString() {
        return "'%s' (%d bytes at 0x%x)".formatted(name, size, address);
    }
}
