package org.offloadtck.ptx.matrix;

import java.util.List;
import java.util.Optional;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.BitOperation;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Metadata;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.WarpgroupShape;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.matrix.MatrixProduct.Overflow;

/// `d = a * b + d` of `wgmma.mma_async` and `wgmma.mma_async.sp`, as a warp sees it: it holds 16
/// rows of d, and of a if a is in registers (PTX ISA 9.0 §9.7.15.5.2).
///
/// @param d the fragment of a warp
/// @param a the fragment of a warp; of matrix descriptors, nothing is read from registers
/// @param sparsity of a, whose fragment has the stored elements
public record WarpgroupProduct(
        WarpgroupShape shape,
        FragmentLayout d,
        FragmentLayout a,
        Source source,
        Factor first,
        Factor second,
        Overflow overflow,
        Sparsity sparsity) {

    /// Rows of a and d that belong to a warp: a quarter of 64.
    public static final int ROWS = 16;

    /// Warps of a warpgroup (PTX ISA 9.0 §9.7.15.5).
    public static final int WARPS = 4;

    /// Operands before the predicate that d is added: d, a and b.
    private static final int FACTORS = 3;

    /// The selector of the metadata, which follows them.
    private static final int SELECTOR = 4;

    /// Where the first factor is.
    public enum Source {
        REGISTERS,
        SHARED
    }

    /// The dimension along which elements of a factor are contiguous in shared memory.
    public enum Major {
        K,
        /// M of the first factor, N of the second.
        MN
    }

    /// The sign by which a factor is multiplied.
    public enum Sign {
        PLUS,
        MINUS
    }

    /// A factor.
    ///
    /// @param depth elements of a row of the first or a column of the second factor in memory
    public record Factor(MatrixElement element, Major major, Sign sign, int depth) {}

    /// The product of an instruction; empty if its shape, types and operands do not go together.
    public static Optional<WarpgroupProduct> of(Operation operation) {
        var modifiers = operation.modifiers();
        var shape = modifiers.get(WarpgroupShape.class);
        var types = MatrixElement.among(modifiers.written());
        var d = types.get(0);
        var source = isDescriptor(operation.operands().get(1)) ? Source.SHARED : Source.REGISTERS;
        var sparsity = sparsity(operation, types.get(1));
        int stored = isSparse(operation) ? shape.k() / 2 : shape.k();
        var settings = Settings.of(operation);
        boolean fits =
                fit(d, types.get(1), types.get(2))
                        && sparsity.isPresent()
                        && stored * types.get(1).bits() == 256
                        && hasColumns(d, shape.n())
                        && modifiers.or(BitOperation.AND) == BitOperation.AND
                        && settings.fit(types.get(1), source);
        if (!fits) {
            return Optional.empty();
        }
        return Optional.of(
                new WarpgroupProduct(
                        shape,
                        FragmentLayout.accumulator(d, shape.n()),
                        FragmentLayout.firstFactor(types.get(1), ROWS, stored),
                        source,
                        new Factor(
                                types.get(1),
                                settings.majorOfFirst(source),
                                settings.sign(0),
                                stored),
                        new Factor(
                                types.get(2),
                                settings.majorOfSecond(source),
                                settings.sign(1),
                                shape.k()),
                        modifiers.has(Flag.SATFINITE) ? Overflow.CLAMP : Overflow.WRAP,
                        sparsity.orElseThrow()));
    }

    private static boolean isSparse(Operation operation) {
        return operation.opcode() == Opcode.WGMMA_MMA_ASYNC_SPARSE;
    }

    /// Metadata are ordered: PTX has no other form of them.
    private static Optional<Sparsity> sparsity(Operation operation, MatrixElement factor) {
        return isSparse(operation)
                ? Sparsity.Structured.of(
                        factor,
                        Metadata.ORDERED,
                        operation.modifiers().get(WarpgroupShape.class).k(),
                        operation.operands().get(SELECTOR))
                : Optional.of(Sparsity.Dense.DENSE);
    }

    /// The operand that says whether d is added.
    public static int predicate(Operation operation) {
        return isSparse(operation) ? FACTORS + 2 : FACTORS;
    }

    private static boolean isDescriptor(Operand operand) {
        return operand instanceof Register register && register.type().bits() == Long.SIZE;
    }

    private static boolean fit(MatrixElement d, MatrixElement a, MatrixElement b) {
        boolean isFloat = d == MatrixElement.F16 || d == MatrixElement.F32;
        return switch (a) {
            case F16 -> b == a && isFloat;
            case BF16, TF32 -> b == a && d == MatrixElement.F32;
            case E4M3, E5M2 -> isFloat;
            case U8, S8, B1 -> d == MatrixElement.S32;
            case F32, F64, S32, E2M3, E3M2, E2M1, E2M1_IN_BYTE, U4, S4 -> false;
        };
    }

    /// Accumulators of `.s32` have multiples of 16 columns from 32 on.
    private static boolean hasColumns(MatrixElement d, int n) {
        return d != MatrixElement.S32 || n <= 32 || n % 16 == 0;
    }

    /// The operands behind the predicate: two signs, then major orders.
    private record Settings(List<Long> numbers) {

        static Settings of(Operation operation) {
            return new Settings(
                    operation.operands().stream()
                            .skip(predicate(operation) + 1L)
                            .map(Settings::number)
                            .toList());
        }

        /// A number that is none of those permitted, if the operand is not immediate.
        private static long number(Operand operand) {
            return operand instanceof Immediate number ? (int) number.bits(PtxType.S32) : 2;
        }

        boolean fit(MatrixElement factor, Source source) {
            int orders = factor.bits() != Short.SIZE ? 0 : source == Source.SHARED ? 2 : 1;
            int signs = Math.min(2, numbers.size());
            boolean isInteger =
                    factor.bits() < Byte.SIZE
                            || factor == MatrixElement.U8
                            || factor == MatrixElement.S8;
            return numbers.size() == (isInteger ? 0 : 2 + orders)
                    && numbers.subList(0, signs).stream().allMatch(sign -> sign == 1 || sign == -1)
                    && numbers.stream().skip(signs).allMatch(order -> order == 0 || order == 1);
        }

        Sign sign(int factor) {
            return numbers.isEmpty() || numbers.get(factor) == 1 ? Sign.PLUS : Sign.MINUS;
        }

        Major majorOfFirst(Source source) {
            return source == Source.SHARED ? major(2) : Major.K;
        }

        Major majorOfSecond(Source source) {
            return major(source == Source.SHARED ? 3 : 2);
        }

        private Major major(int operand) {
            return operand < numbers.size() && numbers.get(operand) == 1 ? Major.MN : Major.K;
        }
    }
}
