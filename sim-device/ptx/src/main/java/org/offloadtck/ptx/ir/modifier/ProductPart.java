package org.offloadtck.ptx.ir.modifier;

/// Which bits of a product are the result.
public enum ProductPart implements Modifier {
    LO("lo"),
    HI("hi"),
    /// All: the result is twice as wide as the type.
    WIDE("wide");

    private final String suffix;

    ProductPart(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
