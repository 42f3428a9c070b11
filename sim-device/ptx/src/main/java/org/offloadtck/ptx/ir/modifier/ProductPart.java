package org.offloadtck.ptx.ir.modifier;

/// The part of a product that is the result.
public enum ProductPart implements Modifier {
    LO("lo"),
    HI("hi"),
    /// The whole product, twice as wide as the type.
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
