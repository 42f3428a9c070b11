package org.offloadtck.ptx.ir.modifier;

/// How much the second-level cache fetches ahead (PTX ISA §9.7.9.8); performance only.
public enum PrefetchSize implements Modifier {
    BYTES_64("L2::64B"),
    BYTES_128("L2::128B"),
    BYTES_256("L2::256B");

    private final String suffix;

    PrefetchSize(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
