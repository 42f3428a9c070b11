package org.offloadtck.ptx.ir.modifier;

/// Who sees the writes before a `membar` first.
public enum MembarLevel implements Modifier {
    CTA("cta"),
    /// Every thread of the device.
    GL("gl"),
    SYS("sys");

    private final String suffix;

    MembarLevel(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
