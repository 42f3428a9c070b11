package org.offloadtck.ptx.ir.modifier;

/// The property that `testp` tests.
public enum NumberClass implements Modifier {
    FINITE("finite"),
    INFINITE("infinite"),
    NUMBER("number"),
    NOTANUMBER("notanumber"),
    NORMAL("normal"),
    SUBNORMAL("subnormal");

    private final String suffix;

    NumberClass(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
