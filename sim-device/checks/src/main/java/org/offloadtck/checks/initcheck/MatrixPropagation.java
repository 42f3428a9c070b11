package org.offloadtck.checks.initcheck;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.ptx.matrix.FragmentLayout;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.matrix.Sparsity;

/// Propagates uninitialised values through products of matrices: an element of the result is
/// uninitialised if one of its row, its column or its summand is. A register counts as a whole. All
/// elements of a column count, whichever of them the metadata of a sparse row select, and a row
/// whose metadata are uninitialised is.
final class MatrixPropagation {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final int[] words;
    private final int[] lists;
    private final List<WarpMatrixProduct> products;

    MatrixPropagation(Code code) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.products = code.matrixProducts();
    }

    /// Lanes issue a product. All lanes of the warp do at the same place, so that the operands of
    /// the others are in the same rows.
    void executes(WarpShadow values, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        var warp = products.get(words[at + Code.X]);
        int first = words[at + Code.C];
        var rows = new Rows(values, group.frame().firstRow());
        if (rows.unknown(first + warp.results(), warp.sources()) == 0) {
            rows.know(first, warp.results(), active);
            return;
        }
        var product = warp.product();
        int a = first + warp.results();
        int b = a + product.a().registers();
        int c = b + product.b().registers();
        boolean[] left = rows.unknownElements(product.a(), a);
        boolean[] right = rows.unknownElements(product.b(), b);
        boolean[] sum = rows.unknownElements(product.c(), c);
        boolean[] lines = unknownRows(product, rows, left, c + product.c().registers());
        int k = product.shape().k();
        int n = product.shape().n();
        int columns = product.b().columns();
        for (int i = 0; i < sum.length; i++) {
            sum[i] |= lines[i / n];
            for (int j = 0; j < k; j++) {
                sum[i] |= right[j * columns + product.secondColumn(i / n, i % n)];
            }
        }
        rows.set(product.d(), first, sum, active);
    }

    /// The rows of the first factor with an uninitialised element or metadata.
    ///
    /// @param metadata index of their register
    private static boolean[] unknownRows(
            MatrixProduct product, Rows rows, boolean[] elements, int metadata) {
        int columns = product.a().columns();
        var unknown = new boolean[product.a().rows()];
        for (int i = 0; i < elements.length; i++) {
            unknown[i / columns] |= elements[i];
        }
        if (product.sparsity() instanceof Sparsity.Structured sparsity) {
            int register = rows.row(metadata);
            sparsity.markRows(unknown, lane -> rows.values.bits(register, lane) != 0);
        }
        return unknown;
    }

    /// The shadows of the rows in a list.
    private final class Rows {

        private final WarpShadow values;
        private final int base;

        Rows(WarpShadow values, int base) {
            this.values = values;
            this.base = base;
        }

        private int row(int index) {
            return ShadowPropagation.row(lists[index], base);
        }

        int unknown(int first, int count) {
            int lanes = 0;
            for (int i = first; i < first + count; i++) {
                lanes |= values.unknown[row(i) / LANES];
            }
            return lanes;
        }

        void know(int first, int count, int active) {
            for (int i = first; i < first + count; i++) {
                values.unknown[row(i) / LANES] &= ~active;
            }
        }

        boolean[] unknownElements(FragmentLayout layout, int first) {
            var unknown = new boolean[layout.rows() * layout.columns()];
            int each = layout.element().perRegister();
            for (int lane = 0; lane < LANES; lane++) {
                for (int i = 0; i < layout.elementsPerLane(); i++) {
                    unknown[layout.position(lane, i)] |=
                            values.bits(row(first + i / each), lane) != 0;
                }
            }
            return unknown;
        }

        void set(FragmentLayout layout, int first, boolean[] unknown, int active) {
            int each = layout.element().perRegister();
            for (int rest = active; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                for (int register = 0; register < layout.registers(); register++) {
                    boolean some = false;
                    for (int i = 0; i < each; i++) {
                        some |= unknown[layout.position(lane, register * each + i)];
                    }
                    values.set(row(first + register), lane, some ? ALL : 0, Origins.UNKNOWN);
                }
            }
        }
    }
}
