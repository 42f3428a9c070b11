package org.offloadtck.ptx.ir.modifier;

/// Number of elements of a vector access.
public enum VectorWidth implements Modifier {
    V2("v2", 2),
    V4("v4", 4),
    V8("v8", 8);

    private final String suffix;
    private final int elements;

    VectorWidth(String suffix, int elements) {
        this.suffix = suffix;
        this.elements = elements;
    }

    @Override
    public String suffix() {
        return suffix;
    }

    public int elements() {
        return elements;
    }
}
