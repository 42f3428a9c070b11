package org.offloadtck.ptx.ir;

/// How many elements a load or store moves.
public enum VectorWidth implements Modifier {
    V2("v2"),
    V4("v4"),
    V8("v8");

    private final String suffix;

    VectorWidth(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
