package org.offloadtck.ptx.ir.modifier;

/// Which lane `shfl` reads.
public enum ShuffleMode implements Modifier {
    UP("up"),
    DOWN("down"),
    BFLY("bfly"),
    IDX("idx");

    private final String suffix;

    ShuffleMode(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
