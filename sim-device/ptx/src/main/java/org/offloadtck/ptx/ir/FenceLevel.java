package org.offloadtck.ptx.ir;

/// Who sees the writes before a `membar` first.
public enum FenceLevel implements Modifier {
    CTA("cta"),
    /// Every thread of the device.
    GL("gl"),
    SYS("sys");

    private final String suffix;

    FenceLevel(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
