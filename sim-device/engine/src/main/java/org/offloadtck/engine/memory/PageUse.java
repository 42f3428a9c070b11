package org.offloadtck.engine.memory;

/// What a range of whole pages is for.
public enum PageUse {
    /// Pages of a file: Linux on x86-64 has pages of 4 KiB.
    FILE(4 << 10),
    /// Address ranges of a program (`cuMemAddressReserve`): multiples of 2 MiB, the granularity of
    /// mappings.
    RESERVATION(2 << 20);

    private final long bytes;

    PageUse(long bytes) {
        this.bytes = bytes;
    }

    /// Alignment and granularity of the ranges.
    public long bytes() {
        return bytes;
    }
}
