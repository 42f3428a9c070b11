package org.offloadtck.engine.memory;

/// A range of global memory with a name.
///
/// `start()` and `end()` are what accesses are checked against; freeing makes the range empty, so
/// that whoever kept the allocation to check the next access against it notices.
public final class Allocation {

    /// What may be done with an allocation.
    public enum Permission {
        READ_WRITE,
        /// `.const` variables: device code may only read.
        READ_ONLY
    }

    /// An allocation that holds no address.
    public static final Allocation NONE = new Allocation("nothing", 0, 0, Permission.READ_WRITE);

    private final String name;
    private final long address;
    private final long size;
    private final Permission access;
    private long end;

    Allocation(String name, long address, long size, Permission access) {
        this.name = name;
        this.address = address;
        this.size = size;
        this.access = access;
        this.end = address + size;
    }

    /// What diagnostics call it: a symbol, or who allocated it.
    public String name() {
        return name;
    }

    /// First address.
    public long address() {
        return address;
    }

    /// Size in bytes as it was asked for.
    public long size() {
        return size;
    }

    public Permission access() {
        return access;
    }

    /// One past the last address that may be accessed; the first address once it is freed.
    public long end() {
        return end;
    }

    public boolean isFreed() {
        return end != address + size;
    }

    /// Whether all of `bytes` bytes at `start` may be accessed.
    public boolean contains(long start, long bytes) {
        return start >= address && bytes <= end - start;
    }

    /// Whether it held the byte at `at` while it was not freed.
    boolean covered(long at) {
        return at >= address && at < address + size;
    }

    void free() {
        end = address;
    }

    @Override
    public String toString() {
        return "'%s' (%d bytes at 0x%x)".formatted(name, size, address);
    }
}
