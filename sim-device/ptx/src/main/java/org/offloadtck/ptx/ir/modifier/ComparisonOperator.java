package org.offloadtck.ptx.ir.modifier;

/// The comparison operator of `set` and `setp` (PTX ISA §9.3.1).
public enum ComparisonOperator implements Modifier {
    EQ("eq"),
    NE("ne"),
    LT("lt"),
    LE("le"),
    GT("gt"),
    GE("ge"),
    /// Lower, unsigned.
    LO("lo"),
    /// Lower or same, unsigned.
    LS("ls"),
    /// Higher, unsigned.
    HI("hi"),
    /// Higher or same, unsigned.
    HS("hs"),
    /// Equal or unordered.
    EQU("equ"),
    /// Not equal or unordered.
    NEU("neu"),
    /// Less or unordered.
    LTU("ltu"),
    /// Less or equal or unordered.
    LEU("leu"),
    /// Greater or unordered.
    GTU("gtu"),
    /// Greater or equal or unordered.
    GEU("geu"),
    /// Neither is NaN.
    NUM("num"),
    /// One is NaN.
    NAN("nan");

    private final String suffix;

    ComparisonOperator(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
