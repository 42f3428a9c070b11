package org.offloadtck.ptx.matrix;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.BitOperation;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Kind;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Layout;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Metadata;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.ScaleType;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Shape;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.Rounding;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// `d = a * b + c` of `mma`, `mma.sp` or `wmma.mma`: the fragments, and what its modifiers say of
/// the arithmetic.
///
/// @param rounding of `.f64`
/// @param bits what combines two elements of `.b1`
/// @param scale of `mma` with `.block_scale`
/// @param sparsity of a, whose fragment has the stored elements
public record MatrixProduct(
        Shape shape,
        FragmentLayout d,
        FragmentLayout a,
        FragmentLayout b,
        FragmentLayout c,
        Rounding rounding,
        BitOperation bits,
        Overflow overflow,
        BlockScale scale,
        Sparsity sparsity) {

    /// The operand that selects the lanes with the metadata.
    private static final int SELECTOR = 5;

    /// What happens to a sum of `.s32` beyond its range.
    public enum Overflow {
        WRAP,
        /// `.satfinite`
        CLAMP
    }

    private record Fragments(
            FragmentLayout d, FragmentLayout a, FragmentLayout b, FragmentLayout c) {}

    /// The types of d, a, b and c.
    private record Types(MatrixElement d, MatrixElement a, MatrixElement b, MatrixElement c) {

        static Types of(List<MatrixElement> written) {
            return written.size() == 2
                    ? new Types(
                            written.getFirst(),
                            MatrixElement.F16,
                            MatrixElement.F16,
                            written.getLast())
                    : new Types(written.get(0), written.get(1), written.get(2), written.get(3));
        }

        private boolean fit() {
            return switch (a) {
                case F16 -> b == a && isF16OrF32(c) && isF16OrF32(d);
                case BF16, TF32 -> b == a && allAre(MatrixElement.F32);
                case F64 -> b == a && allAre(MatrixElement.F64);
                case U8, S8 -> isOneOf(b, MatrixElement.U8, MatrixElement.S8) && sumsIntegers();
                case U4, S4 -> isOneOf(b, MatrixElement.U4, MatrixElement.S4) && sumsIntegers();
                case B1 -> b == a && sumsIntegers();
                case E4M3, E5M2, E2M3, E3M2, E2M1, E2M1_IN_BYTE ->
                        b.isNarrowFloat() && c == d && isF16OrF32(c);
                case F32, S32 -> false;
            };
        }

        /// The types of factors that have a byte each.
        Types inBytes() {
            return new Types(d, a.inByte(), b.inByte(), c);
        }

        private boolean sumsIntegers() {
            return allAre(MatrixElement.S32);
        }

        private boolean allAre(MatrixElement sum) {
            return c == sum && d == sum;
        }

        private static boolean isF16OrF32(MatrixElement sum) {
            return isOneOf(sum, MatrixElement.F16, MatrixElement.F32);
        }

        private static boolean isOneOf(MatrixElement some, MatrixElement... others) {
            return List.of(others).contains(some);
        }
    }

    /// The product of an instruction; empty if its shape, types, layouts and other modifiers do not
    /// go together.
    public static Optional<MatrixProduct> of(Operation operation) {
        var modifiers = operation.modifiers();
        var shape = modifiers.get(Shape.class);
        var stated = Types.of(MatrixElement.among(modifiers.written()));
        var scale = BlockScale.of(modifiers, List.of(stated.a(), stated.b()));
        boolean isSparse = operation.opcode() == Opcode.MMA_SPARSE;
        var types = shape == bytes(isSparse) ? stated.inBytes() : stated;
        var sparsity = sparsity(operation, types.a());
        int stored = isSparse ? shape.k() / 2 : shape.k();
        if (scale.isEmpty() || sparsity.isEmpty() || !fit(operation, types, stored)) {
            return Optional.empty();
        }
        var fragments = fragments(operation, types, stored);
        return Optional.of(
                new MatrixProduct(
                        shape,
                        fragments.d(),
                        fragments.a(),
                        fragments.b(),
                        fragments.c(),
                        modifiers.or(Rounding.RN),
                        modifiers.or(BitOperation.XOR),
                        modifiers.has(Flag.SATFINITE) ? Overflow.CLAMP : Overflow.WRAP,
                        scale.orElseThrow(),
                        sparsity.orElseThrow()));
    }

    /// Products of the shape: four of `mma.m8n8k4` with `.f16`, each of eight lanes, and one of
    /// others. The matrices of a and d are one below the other, those of b one to the right of the
    /// other.
    public int count() {
        return b.columns() / shape.n();
    }

    /// The column of b that is multiplied by a row of a for a column of d.
    public int secondColumn(int row, int column) {
        return row / shape.m() * shape.n() + column;
    }

    private static Fragments fragments(Operation operation, Types types, int stored) {
        var shape = operation.modifiers().get(Shape.class);
        if (operation.opcode() == Opcode.WMMA_MMA) {
            return new Fragments(
                    wmmaSum(types.d(), shape),
                    wmmaFirst(types.a(), shape),
                    wmmaSecond(types.b(), shape),
                    wmmaSum(types.c(), shape));
        }
        if (isFour(operation.opcode(), shape, types.a())) {
            var orders = layouts(operation.modifiers().written());
            return new Fragments(
                    FragmentLayout.sumOfFour(types.d()),
                    FragmentLayout.firstOfFour(types.a(), orders.getFirst()),
                    FragmentLayout.secondOfFour(types.b(), orders.getLast()),
                    FragmentLayout.sumOfFour(types.c()));
        }
        return new Fragments(
                sum(types.d(), shape),
                first(types.a(), shape, stored),
                second(types.b(), shape),
                sum(types.c(), shape));
    }

    /// Whether an instruction multiplies four pairs of matrices.
    private static boolean isFour(Opcode opcode, Shape shape, MatrixElement factor) {
        return opcode == Opcode.MMA && shape == Shape.M8N8K4 && factor == MatrixElement.F16;
    }

    private static List<Layout> layouts(List<Modifier> written) {
        return written.stream().filter(Layout.class::isInstance).map(Layout.class::cast).toList();
    }

    private static boolean fit(Operation operation, Types types, int stored) {
        var modifiers = operation.modifiers();
        boolean isSparse = operation.opcode() == Opcode.MMA_SPARSE;
        return types.fit()
                && kindFits(modifiers, types, stored)
                && (!isSparse || sparseFits(modifiers, types))
                && shapes(operation.opcode(), types.a()).contains(modifiers.get(Shape.class))
                && modifiersFit(operation, types);
    }

    /// The shape in which elements of 4 bits have a byte each.
    private static Shape bytes(boolean isSparse) {
        return isSparse ? Shape.M16N8K64 : Shape.M16N8K32;
    }

    private static Optional<Sparsity> sparsity(Operation operation, MatrixElement factor) {
        return operation.opcode() == Opcode.MMA_SPARSE
                ? Sparsity.Structured.of(
                        factor,
                        operation.modifiers().get(Metadata.class),
                        operation.modifiers().get(Shape.class).k(),
                        operation.operands().get(SELECTOR))
                : Optional.of(Sparsity.Dense.DENSE);
    }

    /// The summand has the type of the result. Products of a kind, and sums of 8-bit factors that
    /// are `.f16`, have ordered metadata. Source: what `ptxas` of CUDA 13.0 accepts.
    private static boolean sparseFits(Modifiers modifiers, Types types) {
        boolean isOrdered = modifiers.get(Metadata.class) == Metadata.ORDERED;
        boolean hasKind = modifiers.written().stream().anyMatch(Kind.class::isInstance);
        boolean isNew = hasKind || (types.a().isNarrowFloat() && types.d() == MatrixElement.F16);
        return types.c() == types.d() && (isOrdered || !isNew);
    }

    /// Without a kind, there are no types narrower than 8 bits; with one, 256 bits of a row are
    /// stored, elements have a byte each if types may be mixed, and sums of scaled products are
    /// `.f32`.
    private static boolean kindFits(Modifiers modifiers, Types types, int stored) {
        var kinds = modifiers.written().stream().filter(Kind.class::isInstance).toList();
        boolean isByteFloat = types.a() == MatrixElement.E4M3 || types.a() == MatrixElement.E5M2;
        boolean isScaled = modifiers.written().stream().anyMatch(ScaleType.class::isInstance);
        if (kinds.isEmpty()) {
            boolean both = types.b() == MatrixElement.E4M3 || types.b() == MatrixElement.E5M2;
            return !types.a().isNarrowFloat() || (isByteFloat && both);
        }
        boolean isMixed = kinds.contains(Kind.F8F6F4) || kinds.contains(Kind.MXF8F6F4);
        return stored * types.a().bits() == 256
                && (types.a().bits() == Byte.SIZE) == isMixed
                && (!isScaled || types.allAre(MatrixElement.F32));
    }

    /// PTX ISA §9.7.15.2: the shapes of each type.
    private static Set<Shape> shapes(Opcode opcode, MatrixElement factor) {
        return switch (opcode) {
            case WMMA_MMA -> wmmaShapes(factor);
            case MMA_SPARSE -> sparseShapes(factor);
            default -> mmaShapes(factor);
        };
    }

    private static Set<Shape> sparseShapes(MatrixElement factor) {
        return switch (factor) {
            case F16, BF16 -> Set.of(Shape.M16N8K16, Shape.M16N8K32);
            case TF32 -> Set.of(Shape.M16N8K8, Shape.M16N8K16);
            case U8, S8 -> Set.of(Shape.M16N8K32, Shape.M16N8K64);
            case U4, S4 -> Set.of(Shape.M16N8K64, Shape.M16N8K128);
            case E4M3, E5M2, E2M3, E3M2, E2M1_IN_BYTE -> Set.of(Shape.M16N8K64);
            case E2M1 -> Set.of(Shape.M16N8K128);
            case F64, B1, F32, S32 -> Set.of();
        };
    }

    private static Set<Shape> mmaShapes(MatrixElement factor) {
        return switch (factor) {
            case F16 -> Set.of(Shape.M8N8K4, Shape.M16N8K8, Shape.M16N8K16);
            case BF16 -> Set.of(Shape.M16N8K8, Shape.M16N8K16);
            case TF32 -> Set.of(Shape.M16N8K4, Shape.M16N8K8);
            case F64 -> Set.of(Shape.M8N8K4, Shape.M16N8K4, Shape.M16N8K8, Shape.M16N8K16);
            case U8, S8 -> Set.of(Shape.M8N8K16, Shape.M16N8K16, Shape.M16N8K32);
            case U4, S4 -> Set.of(Shape.M8N8K32, Shape.M16N8K32, Shape.M16N8K64);
            case B1 -> Set.of(Shape.M8N8K128, Shape.M16N8K128, Shape.M16N8K256);
            case E4M3, E5M2 -> Set.of(Shape.M16N8K16, Shape.M16N8K32);
            case E2M3, E3M2, E2M1_IN_BYTE -> Set.of(Shape.M16N8K32);
            case E2M1 -> Set.of(Shape.M16N8K64);
            case F32, S32 -> Set.of();
        };
    }

    static Set<Shape> wmmaShapes(MatrixElement factor) {
        return switch (factor) {
            case F16, BF16, U8, S8 -> Set.of(Shape.M16N16K16, Shape.M32N8K16, Shape.M8N32K16);
            case TF32 -> Set.of(Shape.M16N16K8);
            case F64 -> Set.of(Shape.M8N8K4);
            case U4, S4 -> Set.of(Shape.M8N8K32);
            case B1 -> Set.of(Shape.M8N8K128);
            case E4M3, E5M2, E2M3, E3M2, E2M1, E2M1_IN_BYTE, F32, S32 -> Set.of();
        };
    }

    /// `.row.col` of all but some forms of `wmma.mma` and the four products of `mma.m8n8k4`, whose
    /// result is `.f32` if the summand is; `.satfinite` of integers, a bit operation of `.b1` and a
    /// rounding of `.f64`. Source for the four products: what `ptxas` of CUDA 13.0 accepts.
    private static boolean modifiersFit(Operation operation, Types types) {
        var written = operation.modifiers().written();
        var factor = types.a();
        boolean ofWarp = operation.opcode() == Opcode.WMMA_MMA;
        boolean isFour = isFour(operation.opcode(), operation.modifiers().get(Shape.class), factor);
        boolean ordered = layouts(written).equals(List.of(Layout.ROW, Layout.COL));
        boolean bitwise = written.stream().anyMatch(BitOperation.class::isInstance);
        boolean rounded = written.stream().anyMatch(Rounding.class::isInstance);
        boolean narrow = factor.bits() < Byte.SIZE;
        boolean integer =
                factor == MatrixElement.U8
                        || factor == MatrixElement.S8
                        || (narrow && !factor.isNarrowFloat());
        return (ordered || isFour || (ofWarp && !narrow))
                && (!isFour || types.d() == MatrixElement.F32 || types.c() == types.d())
                && bitwise == (factor == MatrixElement.B1)
                && (!rounded || factor == MatrixElement.F64)
                && (!written.contains(Flag.SATFINITE) || integer);
    }

    private static FragmentLayout first(MatrixElement element, Shape shape, int stored) {
        return FragmentLayout.firstFactor(element, shape.m(), stored);
    }

    private static FragmentLayout second(MatrixElement element, Shape shape) {
        return FragmentLayout.secondFactor(element, shape.k(), shape.n());
    }

    private static FragmentLayout sum(MatrixElement element, Shape shape) {
        return FragmentLayout.sum(element, shape.m(), shape.n());
    }

    /// Which lane holds which element of a fragment of `wmma` is not specified (PTX ISA §9.7.15.3):
    /// the elements of the first factor follow each other by rows, those of the second by columns.
    static FragmentLayout wmmaFirst(MatrixElement element, Shape shape) {
        return FragmentLayout.byRows(
                element, wmmaRegisters(element, shape.m() * shape.k()), shape.m(), shape.k());
    }

    static FragmentLayout wmmaSecond(MatrixElement element, Shape shape) {
        return FragmentLayout.byColumns(
                element, wmmaRegisters(element, shape.k() * shape.n()), shape.k(), shape.n());
    }

    static FragmentLayout wmmaSum(MatrixElement element, Shape shape) {
        int count = shape.m() * shape.n();
        return FragmentLayout.byRows(element, registers(element, count), shape.m(), shape.n());
    }

    /// PTX ISA §9.7.15.3: a factor of `.f16` has eight registers in every shape.
    private static int wmmaRegisters(MatrixElement element, int count) {
        return element == MatrixElement.F16 ? 8 : registers(element, count);
    }

    private static int registers(MatrixElement element, int count) {
        return count / 32 / element.perRegister();
    }
}
