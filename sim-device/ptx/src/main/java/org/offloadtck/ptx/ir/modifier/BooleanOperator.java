package org.offloadtck.ptx.ir.modifier;

/// The operator by which `set` and `setp` combine the comparison with a predicate.
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
