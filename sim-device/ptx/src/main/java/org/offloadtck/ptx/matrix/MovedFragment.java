package org.offloadtck.ptx.matrix;

import java.util.Optional;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Fragment;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Layout;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Shape;

/// The fragment that `wmma.load` or `wmma.store` moves.
///
/// @param line elements of a row of the matrix if [#order] is that of rows, else of a column: the
///   elements that follow each other in the fragment
/// @param order whether elements follow each other in the fragment by rows or by columns
/// @param memory whether they do so in memory
public record MovedFragment(FragmentLayout layout, int line, Layout order, Layout memory) {

    /// The fragment of an instruction; empty if its shape, type and layout do not go together.
    public static Optional<MovedFragment> of(Operation operation) {
        var modifiers = operation.modifiers();
        var element = MatrixElement.among(modifiers.written()).getFirst();
        var shape = modifiers.get(Shape.class);
        var memory = modifiers.get(Layout.class);
        var fragment = modifiers.get(Fragment.class);
        var moved =
                switch (fragment) {
                    case A ->
                            new MovedFragment(
                                    MatrixProduct.wmmaFirst(element, shape),
                                    shape.k(),
                                    Layout.ROW,
                                    memory);
                    case B ->
                            new MovedFragment(
                                    MatrixProduct.wmmaSecond(element, shape),
                                    shape.k(),
                                    Layout.COL,
                                    memory);
                    case C, D ->
                            new MovedFragment(
                                    MatrixProduct.wmmaSum(element, shape),
                                    shape.n(),
                                    Layout.ROW,
                                    memory);
                };
        return moved.isValid(shape, fragment) ? Optional.of(moved) : Optional.empty();
    }

    private boolean isValid(Shape shape, Fragment fragment) {
        var element = layout.element();
        boolean isSum = fragment == Fragment.C || fragment == Fragment.D;
        boolean fits = isSum ? isSumOf(shape) : MatrixProduct.wmmaShapes(element).contains(shape);
        return fits && (element.bits() >= Byte.SIZE || isContiguous());
    }

    private boolean isSumOf(Shape shape) {
        for (var factor : MatrixElement.values()) {
            if (MatrixProduct.wmmaShapes(factor).contains(shape) && sums(factor)) {
                return true;
            }
        }
        return false;
    }

    private boolean sums(MatrixElement factor) {
        return switch (layout.element()) {
            case F16 -> factor == MatrixElement.F16;
            case F32 ->
                    factor == MatrixElement.F16
                            || factor == MatrixElement.BF16
                            || factor == MatrixElement.TF32;
            case F64 -> factor == MatrixElement.F64;
            case S32 -> factor.bits() <= Byte.SIZE;
            case BF16, TF32, E4M3, E5M2, E2M3, E3M2, E2M1, E2M1_IN_BYTE, U8, S8, U4, S4, B1 ->
                    false;
        };
    }

    /// Whether elements that follow each other in the fragment do so in memory.
    public boolean isContiguous() {
        return order == memory;
    }

    /// Elements from one line of the matrix in memory to the next if the instruction states none
    /// (PTX ISA §9.7.15.3.1): the length of a line.
    public int defaultStride() {
        return memory == Layout.ROW ? layout.columns() : layout.rows();
    }
}
