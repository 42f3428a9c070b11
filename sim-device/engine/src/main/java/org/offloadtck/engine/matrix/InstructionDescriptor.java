package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.ScaleFormat;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Kind;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.MatrixProduct.Overflow;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// The 32 bits that say what `tcgen05.mma` multiplies (PTX ISA 9.0 §9.7.16.4.2, tables 42 to 44).
///
/// @param m rows of the sum
/// @param n columns of the sum
/// @param firstScale which part of a word of tensor memory has the scale factors of the first
///   factor
/// @param selector of the metadata of a sparse first factor
public record InstructionDescriptor(
        int m,
        int n,
        MatrixElement sum,
        Factor first,
        Factor second,
        Overflow overflow,
        ScaleFormat scale,
        int firstScale,
        int secondScale,
        int selector) {

    /// Bytes of the stored elements of a row of the first factor (table 39).
    private static final int BYTES = 32;

    /// A factor.
    ///
    /// @param depth elements of a row of the first or a column of the second factor in memory
    public record Factor(TensorCoreElement element, Major major, boolean isNegated, int depth) {

        private static Factor of(
                TensorCoreElement element, int major, int negation, Density times) {
            return new Factor(
                    element,
                    isSet(major) ? Major.MN : Major.K,
                    isSet(negation),
                    times.columns * BYTES * Byte.SIZE / element.containerBits());
        }
    }

    /// What a product stores of its first factor.
    public enum Density {
        DENSE(1),
        /// Half of its elements.
        SPARSE(2);

        /// Elements of a row, of which one is stored.
        private final int columns;

        Density(int columns) {
            this.columns = columns;
        }
    }

    /// A descriptor that the PTX ISA does not permit.
    public static final class Malformed extends Exception {

        private static final long serialVersionUID = 1;

        Malformed(String problem) {
            super("instruction descriptor " + problem);
        }
    }

    /// Reads the fields of a descriptor.
    public static InstructionDescriptor of(int bits, Kind kind, Density density) throws Malformed {
        if (isSet(bits >>> 2) != (density == Density.SPARSE)) {
            throw new Malformed(
                    density == Density.SPARSE
                            ? "is for a dense product when the instruction has .sp"
                            : "is for a sparse product when the instruction has no .sp");
        }
        boolean isScaled = kind.isScaled();
        var first = element(bits >>> 7 & 7, kind);
        return new InstructionDescriptor(
                (isScaled ? bits >>> 27 & 3 : bits >>> 24 & 31) << (isScaled ? 7 : 4),
                (bits >>> 17 & 63) << 3,
                isScaled ? MatrixElement.F32 : sum(bits >>> 4 & 3, kind),
                Factor.of(first, bits >>> 15, bits >>> 13, Density.DENSE),
                Factor.of(second(bits, kind), bits >>> 16, bits >>> 14, density),
                kind == Kind.I8 && isSet(bits >>> 3) ? Overflow.CLAMP : Overflow.WRAP,
                isSet(bits >>> 23) || !isScaled ? ScaleFormat.UE8M0 : ScaleFormat.UE4M3,
                bits >>> 29 & 3,
                bits >>> 4 & 3,
                density == Density.SPARSE ? bits & 3 : 0);
    }

    private static TensorCoreElement second(int bits, Kind kind) throws Malformed {
        boolean isPacked = kind == Kind.MXF4 || kind == Kind.MXF4NVF4;
        return element(bits >>> 10 & (isPacked ? 3 : 7), kind);
    }

    private static boolean isSet(int bits) {
        return (bits & 1) != 0;
    }

    private static MatrixElement sum(int code, Kind kind) throws Malformed {
        if (code == 0 && kind == Kind.F16) {
            return MatrixElement.F16;
        }
        if (code == 1 && kind != Kind.I8) {
            return MatrixElement.F32;
        }
        if (code == 2 && kind == Kind.I8) {
            return MatrixElement.S32;
        }
        throw new Malformed("has type %d of d, which .%s lacks".formatted(code, kind.suffix()));
    }

    private static TensorCoreElement element(int code, Kind kind) throws Malformed {
        var unknown =
                new Malformed(
                        "has type %d of a factor, which .%s lacks".formatted(code, kind.suffix()));
        return switch (kind) {
            case F16 ->
                    switch (code) {
                        case 0 -> TensorCoreElement.F16;
                        case 1 -> TensorCoreElement.BF16;
                        default -> throw unknown;
                    };
            case TF32 -> require(code == 2, TensorCoreElement.TF32, unknown);
            case I8 ->
                    switch (code) {
                        case 0 -> TensorCoreElement.U8;
                        case 1 -> TensorCoreElement.S8;
                        default -> throw unknown;
                    };
            case F8F6F4, MXF8F6F4 -> narrow(code, unknown);
            case MXF4, MXF4NVF4 -> require(code == 1, TensorCoreElement.E2M1_PACKED, unknown);
        };
    }

    private static TensorCoreElement require(
            boolean isKnown, TensorCoreElement element, Malformed unknown) throws Malformed {
        if (!isKnown) {
            throw unknown;
        }
        return element;
    }

    private static TensorCoreElement narrow(int code, Malformed unknown) throws Malformed {
        return switch (code) {
            case 0 -> TensorCoreElement.E4M3;
            case 1 -> TensorCoreElement.E5M2;
            case 3 -> TensorCoreElement.E2M3;
            case 4 -> TensorCoreElement.E3M2;
            case 5 -> TensorCoreElement.E2M1;
            default -> throw unknown;
        };
    }

    /// The number that a scale factor denotes.
    public float scale(int bits) {
        return (float) scale.decode(bits);
    }

    /// Products of an element of the sum.
    public int k() {
        return first.depth();
    }

    /// Requires sizes and types that go together (tables 39, 49 and 50).
    public void check(Kind kind, CtaGroup group, boolean isStationary) throws Malformed {
        int step = step(kind, group);
        boolean hasRows =
                isStationary
                        ? m == 32 || m == 64 || m == 128
                        : m == 128 || m == (group == CtaGroup.ONE ? 64 : 256);
        boolean hasColumns =
                isStationary
                        ? n == 64 || n == 128 || n == 256
                        : n > 0 && n <= 256 && (n % step == 0 || n == smallOddOf(kind, group));
        if (!hasRows || !hasColumns || (kind.isScaled() && m == 64)) {
            throw new Malformed(
                    "has the shape %d x %d, which .%s with .%s lacks"
                            .formatted(m, n, kind.suffix(), group.suffix()));
        }
        boolean isHalf = first.element() == TensorCoreElement.F16;
        if (kind == Kind.F16
                && (first.element() != second.element() || (sum == MatrixElement.F16 && !isHalf))) {
            throw new Malformed("has types that do not go together");
        }
        boolean isPacked = first.element() == TensorCoreElement.E2M1_PACKED;
        if (isPacked && (first.major() == Major.MN || second.major() == Major.MN)) {
            throw new Malformed("transposes a factor of 4 bits");
        }
        if (first.element().containerBits() <= Byte.SIZE && !kind.isScaled() && selector != 0) {
            throw new Malformed("has sparsity selector %d when it should be 0".formatted(selector));
        }
        if (kind == Kind.I8 && (first.isNegated() || second.isNegated())) {
            throw new Malformed("negates a factor of integers");
        }
    }

    /// Of integers, 24 columns are permitted between multiples of 8 and of 16.
    private static int smallOddOf(Kind kind, CtaGroup group) {
        return kind == Kind.I8 && group == CtaGroup.ONE ? 24 : 0;
    }

    private int step(Kind kind, CtaGroup group) {
        boolean isWide =
                (kind == Kind.I8 && n > 8)
                        || (second.major() == Major.MN && second.element().containerBits() == 8);
        return (isWide ? 16 : 8) * group.ctas();
    }
}
