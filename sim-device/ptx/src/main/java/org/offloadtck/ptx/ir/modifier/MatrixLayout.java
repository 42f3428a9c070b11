package org.offloadtck.ptx.ir.modifier;

/// Whether a matrix lies in memory by rows or by columns.
public enum MatrixLayout implements Modifier {
    ROW("row"),
    COL("col");

    private final String suffix;

    MatrixLayout(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
