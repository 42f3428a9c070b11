package org.offloadtck.ptx.ir.modifier;

/// The operation of `atom`, `red`, `redux` and `bar.red`.
public enum AtomicOperation implements Modifier {
    AND("and"),
    OR("or"),
    XOR("xor"),
    CAS("cas"),
    EXCH("exch"),
    ADD("add"),
    /// Adds one; wraps to zero at the bound.
    INC("inc"),
    /// Subtracts one; wraps to the bound at zero or above the bound.
    DEC("dec"),
    MIN("min"),
    MAX("max");

    private final String suffix;

    AtomicOperation(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
