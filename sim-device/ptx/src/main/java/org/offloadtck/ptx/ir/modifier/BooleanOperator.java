package org.offloadtck.ptx.ir.modifier;

/// How `set` and `setp` join the comparison with a predicate.
public enum BooleanOperator implements Modifier {
    AND("and"),
    OR("or"),
    XOR("xor");

    private final String suffix;

    BooleanOperator(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
