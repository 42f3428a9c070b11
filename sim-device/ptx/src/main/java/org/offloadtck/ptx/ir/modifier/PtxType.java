package org.offloadtck.ptx.ir.modifier;

/// A fundamental, packed or opaque type (PTX ISA §5.2).
public enum PtxType implements Modifier {
    B8("b8", 8, Kind.BITS),
    B16("b16", 16, Kind.BITS),
    B32("b32", 32, Kind.BITS),
    B64("b64", 64, Kind.BITS),
    B128("b128", 128, Kind.BITS),
    U8("u8", 8, Kind.UNSIGNED),
    U16("u16", 16, Kind.UNSIGNED),
    U32("u32", 32, Kind.UNSIGNED),
    U64("u64", 64, Kind.UNSIGNED),
    U16X2("u16x2", 32, Kind.UNSIGNED),
    S8("s8", 8, Kind.SIGNED),
    S16("s16", 16, Kind.SIGNED),
    S32("s32", 32, Kind.SIGNED),
    S64("s64", 64, Kind.SIGNED),
    S16X2("s16x2", 32, Kind.SIGNED),
    U8X4("u8x4", 32, Kind.UNSIGNED),
    S8X4("s8x4", 32, Kind.SIGNED),
    F16("f16", 16, Kind.FLOAT),
    F16X2("f16x2", 32, Kind.FLOAT),
    BF16("bf16", 16, Kind.FLOAT),
    BF16X2("bf16x2", 32, Kind.FLOAT),
    TF32("tf32", 32, Kind.FLOAT),
    F32("f32", 32, Kind.FLOAT),
    F32X2("f32x2", 64, Kind.FLOAT),
    F64("f64", 64, Kind.FLOAT),
    E4M3X2("e4m3x2", 16, Kind.FLOAT),
    E5M2X2("e5m2x2", 16, Kind.FLOAT),
    E2M1X2("e2m1x2", 8, Kind.FLOAT),
    /// Numbers of 6 bits have a byte each.
    E2M3X2("e2m3x2", 16, Kind.FLOAT),
    E3M2X2("e3m2x2", 16, Kind.FLOAT),
    UE8M0X2("ue8m0x2", 16, Kind.FLOAT),
    S2F6X2("s2f6x2", 16, Kind.FLOAT),
    E2M1X4("e2m1x4", 16, Kind.FLOAT),
    E4M3X4("e4m3x4", 32, Kind.FLOAT),
    E5M2X4("e5m2x4", 32, Kind.FLOAT),
    E2M3X4("e2m3x4", 32, Kind.FLOAT),
    E3M2X4("e3m2x4", 32, Kind.FLOAT),
    /// One bit; cannot be in memory.
    PRED("pred", 1, Kind.PREDICATE),
    TEXREF("texref", 64, Kind.OPAQUE),
    SAMPLERREF("samplerref", 64, Kind.OPAQUE),
    SURFREF("surfref", 64, Kind.OPAQUE);

    private final String suffix;
    private final int bits;
    private final Kind kind;

    PtxType(String suffix, int bits, Kind kind) {
        this.suffix = suffix;
        this.bits = bits;
        this.kind = kind;
    }

    /// The interpretation of the bits.
    public enum Kind {
        BITS,
        UNSIGNED,
        SIGNED,
        FLOAT,
        PREDICATE,
        /// A handle of texture and surface instructions.
        OPAQUE
    }

    @Override
    public String suffix() {
        return suffix;
    }

    public int bits() {
        return bits;
    }

    /// Size in bytes in memory; 1 for a predicate.
    public int bytes() {
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    public boolean isSigned() {
        return kind == Kind.SIGNED;
    }

    /// Whether a value consists of two or four numbers (PTX ISA §5.2.3).
    public boolean isPacked() {
        return numbers() > 1;
    }

    /// How many numbers a value consists of.
    public int numbers() {
        return switch (this) {
            case U16X2,
                    S16X2,
                    F16X2,
                    BF16X2,
                    F32X2,
                    E4M3X2,
                    E5M2X2,
                    E2M1X2,
                    E2M3X2,
                    E3M2X2,
                    UE8M0X2,
                    S2F6X2 ->
                    2;
            case U8X4, S8X4, E2M1X4, E4M3X4, E5M2X4, E2M3X4, E3M2X4 -> 4;
            case B8,
                    B16,
                    B32,
                    B64,
                    B128,
                    U8,
                    U16,
                    U32,
                    U64,
                    S8,
                    S16,
                    S32,
                    S64,
                    F16,
                    BF16,
                    TF32,
                    F32,
                    F64,
                    PRED,
                    TEXREF,
                    SAMPLERREF,
                    SURFREF ->
                    1;
        };
    }
}
