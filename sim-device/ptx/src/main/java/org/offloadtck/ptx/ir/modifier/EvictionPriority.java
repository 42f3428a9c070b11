package org.offloadtck.ptx.ir.modifier;

/// How long the first-level cache keeps a line (PTX ISA §9.7.9.2); performance only.
public enum EvictionPriority implements Modifier {
    EVICT_NORMAL("L1::evict_normal"),
    EVICT_UNCHANGED("L1::evict_unchanged"),
    EVICT_FIRST("L1::evict_first"),
    EVICT_LAST("L1::evict_last"),
    NO_ALLOCATE("L1::no_allocate");

    private final String suffix;

    EvictionPriority(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
