package org.offloadtck.ptx.ir.modifier;

/// What `atom`, `red`, `redux` and `bar.red` compute.
public enum AtomicOperation implements Modifier {
    AND("and"),
    OR("or"),
    XOR("xor"),
    CAS("cas"),
    EXCH("exch"),
    ADD("add"),
    /// Plus one, to zero at the bound.
    INC("inc"),
    /// Minus one, to the bound at zero or beyond it.
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
