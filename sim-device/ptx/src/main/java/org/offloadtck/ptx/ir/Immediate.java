package org.offloadtck.ptx.ir;

import org.offloadtck.ptx.ir.modifier.PtxType;

/// A constant operand. Its bits depend on the type that an instruction reads it as.
public sealed interface Immediate extends Operand {

    /// The bits of this constant as a value of `type`, zero-extended to 64 bits. A packed type
    /// reads the bits unchanged, since its operands have type `.b32` or `.b64` (PTX ISA §9.7.3.3,
    /// `add`).
    default long bits(PtxType type) {
        long bits =
                switch (this) {
                    case Int64(long value) ->
                            type.kind() == PtxType.Kind.FLOAT && !type.isPacked()
                                    ? encode((double) value, type)
                                    : value;
                    case Float32(int raw) ->
                            type.bits() == Float.SIZE
                                    ? raw
                                    : encode(Float.intBitsToFloat(raw), type);
                    case Float64(long raw) ->
                            type.bits() == Long.SIZE
                                    ? raw
                                    : encode(Double.longBitsToDouble(raw), type);
                };
        return type.bits() >= Long.SIZE ? bits : bits & ((1L << type.bits()) - 1);
    }

    private static long encode(double value, PtxType type) {
        return switch (type.bits()) {
            case Short.SIZE ->
                    type == PtxType.BF16
                            ? Float.floatToRawIntBits((float) value) >>> Short.SIZE
                            : Float.floatToFloat16((float) value);
            case Float.SIZE -> Float.floatToRawIntBits((float) value);
            case Long.SIZE -> Double.doubleToRawLongBits(value);
            default -> (long) value;
        };
    }

    /// An integer, `.s64` or `.u64`; values from 2^63 on wrap to negative ones.
    record Int64(long value) implements Immediate {}

    /// `0f3F800000`: a single-precision number by its bits.
    record Float32(int raw) implements Immediate {}

    /// `0d3FF0000000000000` or `1.0`: a double-precision number by its bits.
    record Float64(long raw) implements Immediate {}
}
