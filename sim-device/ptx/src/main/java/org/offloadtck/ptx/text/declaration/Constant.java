package org.offloadtck.ptx.text.declaration;

import org.offloadtck.ptx.ir.Immediate;

/// The value of a constant expression, with its type (PTX ISA §4.5.5).
sealed interface Constant {

    /// An integer, `.s64` or `.u64`.
    ///
    /// @param value of `.u64` from 2^63 on, the negative number that has its bits
    record Whole(long value, Signedness signedness) implements Constant {

        boolean isSigned() {
            return signedness == Signedness.SIGNED;
        }
    }

    /// An `.f64` number: a decimal fraction, `0d…`, or a result.
    record Real(double value) implements Constant {}

    /// `0f…`: an `.f32` number by its bits, of which only a sign changes the value.
    record Single(int raw) implements Constant {}

    enum Signedness {
        SIGNED,
        UNSIGNED;

        /// The type to which a binary operator converts operands of these types.
        Signedness common(Signedness other) {
            return this == SIGNED ? other : UNSIGNED;
        }
    }

    /// A signed integer.
    static Whole signed(long value) {
        return new Whole(value, Signedness.SIGNED);
    }

    /// 1 or 0, the result of a comparison.
    static Whole truth(boolean holds) {
        return signed(holds ? 1 : 0);
    }

    /// The type of this constant in diagnostics.
    default String description() {
        return switch (this) {
            case Whole _ -> "an integer";
            case Real _ -> "an .f64 number";
            case Single _ -> "an .f32 number";
        };
    }

    /// This constant as an operand.
    default Immediate immediate() {
        return switch (this) {
            case Whole(long value, _) -> new Immediate.Int64(value);
            case Real(double value) -> new Immediate.Float64(Double.doubleToRawLongBits(value));
            case Single(int raw) -> new Immediate.Float32(raw);
        };
    }
}
