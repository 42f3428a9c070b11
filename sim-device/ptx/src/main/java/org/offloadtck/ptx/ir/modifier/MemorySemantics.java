package org.offloadtck.ptx.ir.modifier;

/// The memory ordering of an operation or fence (PTX ISA §8.4).
public enum MemorySemantics implements Modifier {
    WEAK("weak"),
    RELAXED("relaxed"),
    ACQUIRE("acquire"),
    RELEASE("release"),
    ACQ_REL("acq_rel"),
    SC("sc"),
    VOLATILE("volatile"),
    MMIO("mmio");

    private final String suffix;

    MemorySemantics(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
