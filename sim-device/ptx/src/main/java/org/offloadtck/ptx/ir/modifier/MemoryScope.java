package org.offloadtck.ptx.ir.modifier;

/// Which threads a strong operation is strong for (PTX ISA §8.5).
public enum MemoryScope implements Modifier {
    CTA("cta"),
    CLUSTER("cluster"),
    GPU("gpu"),
    SYS("sys");

    private final String suffix;

    MemoryScope(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
