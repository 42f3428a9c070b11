package org.offloadtck.checks.initcheck;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.engine.memory.MatrixReads;
import org.offloadtck.ptx.matrix.Sparsity;
import org.offloadtck.ptx.matrix.WarpgroupProduct;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Factor;

/// Propagates uninitialised values through products of warpgroups: an element of the result is
/// uninitialised if one of its row, its column or, if it is added, its summand is. A register and
/// 16 bytes of shared memory count as a whole. All elements of a column count, whichever of them
/// the metadata of a sparse row select, and a row whose metadata are uninitialised is.
final class WarpgroupPropagation {

    private static final int LANES = Code.LANES;
    private static final int ALL = -1;

    private final int[] words;
    private final int[] lists;
    private final List<WarpgroupMatrixProduct> products;
    private final MemoryPropagation memory;

    WarpgroupPropagation(Code code, MemoryPropagation memory) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.products = code.warpgroupProducts();
        this.memory = memory;
    }

    /// A group computes its part of a product. All lanes of the warp are at the same place.
    void multiplies(MemoryPropagation.Access access, MatrixReads reads) {
        int at = access.group().pc() * Code.STRIDE;
        var product = products.get(words[at + Code.X]);
        var form = product.product();
        int first = product.firstUnits();
        var rows = new boolean[WarpgroupProduct.ROWS];
        var columns = new boolean[form.shape().n()];
        mark(access, reads, 0, new Part(product, form.first(), first), rows);
        mark(
                access,
                reads,
                first,
                new Part(product, form.second(), product.secondUnits()),
                columns);
        markRegisters(access, product, rows);
        int yes =
                access.warp()
                        .predicate(words[at + Code.Y], access.group().frame().firstPredicate());
        boolean adds = (yes & access.active()) != 0;
        for (int rest = access.active(); rest != 0; rest &= rest - 1) {
            set(access, product, Integer.numberOfTrailingZeros(rest), rows, columns, adds);
        }
    }

    /// The units of a factor.
    private record Part(WarpgroupMatrixProduct product, Factor factor, int units) {}

    /// Marks the rows or columns of which a unit is uninitialised.
    private void mark(
            MemoryPropagation.Access access,
            MatrixReads reads,
            int from,
            Part part,
            boolean[] unknown) {
        int lane = access.group().firstLane();
        var addresses = new long[LANES];
        for (int i = 0; i < part.units(); i++) {
            addresses[lane] = reads.address(from + i);
            if (!memory.areKnown(access.shared(), 1 << lane, addresses, MatrixReads.UNIT)) {
                var lines = part.product().lines(part.factor(), unknown.length, i);
                for (int line = 0; line < lines.count(); line++) {
                    unknown[lines.first() + line] = true;
                }
            }
        }
    }

    private int row(MemoryPropagation.Access access, int register) {
        int at = access.group().pc() * Code.STRIDE;
        int operand = lists[words[at + Code.C] + register];
        return ShadowPropagation.row(operand, access.group().frame().firstRow());
    }

    private void markRegisters(
            MemoryPropagation.Access access, WarpgroupMatrixProduct product, boolean[] rows) {
        var layout = product.product().a();
        int each = layout.element().perRegister();
        int from = product.results() + product.metadataRegisters();
        for (int register = from;
                register < product.results() + product.factorRegisters();
                register++) {
            int row = row(access, register);
            for (int lane = 0; lane < LANES; lane++) {
                if (access.values().bits(row, lane) != 0) {
                    rows[layout.position(lane, (register - from) * each) / layout.columns()] = true;
                }
            }
        }
        if (product.product().sparsity() instanceof Sparsity.Structured sparsity) {
            sparsity.markRows(
                    rows, lane -> access.values().bits(row(access, product.results()), lane) != 0);
        }
    }

    private void set(
            MemoryPropagation.Access access,
            WarpgroupMatrixProduct product,
            int lane,
            boolean[] rows,
            boolean[] columns,
            boolean adds) {
        var layout = product.product().d();
        int each = layout.element().perRegister();
        for (int register = 0; register < product.results(); register++) {
            int row = row(access, register);
            boolean some = adds && access.values().bits(row, lane) != 0;
            for (int i = 0; i < each; i++) {
                int place = layout.position(lane, register * each + i);
                some |= rows[place / layout.columns()] || columns[place % layout.columns()];
            }
            access.values().set(row, lane, some ? ALL : 0, Origins.UNKNOWN);
        }
    }
}
