package org.offloadtck.engine.interpreter;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes products of matrices once all lanes of a warp are at one.
final class MatrixProducts {

    /// Every lane takes part (PTX ISA §9.7.15.5.14).
    static final int WHOLE_WARP = -1;

    private static final int LANES = Code.LANES;

    private final int[] words;
    private final int[] lists;
    private final List<WarpMatrixProduct> products;
    private long[] sources = new long[0];
    private long[] results = new long[0];

    MatrixProducts(Code code) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.products = code.matrixProducts();
    }

    /// Computes the result in the lanes that wait at a product.
    ///
    /// @param present those lanes
    void execute(Warp warp, int present) {
        var groups =
                warp.groups().stream()
                        .filter(group -> group.waitsFor(Op.MATRIX_PRODUCT, WHOLE_WARP))
                        .toList();
        int pc = groups.getFirst().pc();
        boolean together = groups.stream().allMatch(group -> group.pc() == pc);
        if (present != WHOLE_WARP || !together) {
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    groups.getFirst().firstLane(),
                    together
                            ? "product of matrices in %d lanes when it should be all 32 of the warp"
                                    .formatted(Integer.bitCount(present))
                            : "lanes of a warp are at different products of matrices when they"
                                    + " should be at the same");
        }
        int at = pc * Code.STRIDE;
        var product = products.get(words[at + Code.X]);
        int first = words[at + Code.C];
        reserve(product);
        for (var group : groups) {
            gather(warp, group, first + product.results(), product.sources());
        }
        product.multiply(sources, results);
        for (var group : groups) {
            scatter(warp, group, first, product.results());
        }
    }

    private void reserve(WarpMatrixProduct product) {
        if (sources.length < product.sources() * LANES) {
            sources = new long[product.sources() * LANES];
        }
        if (results.length < product.results() * LANES) {
            results = new long[product.results() * LANES];
        }
    }

    private void gather(Warp warp, LaneGroup group, int first, int count) {
        for (int i = 0; i < count; i++) {
            int row = warp.row(lists[first + i], group.frame().firstRow());
            for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                sources[i * LANES + lane] = warp.registers()[row + lane];
            }
        }
    }

    private void scatter(Warp warp, LaneGroup group, int first, int count) {
        for (int i = 0; i < count; i++) {
            int row = warp.row(lists[first + i], group.frame().firstRow());
            for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                warp.registers()[row + lane] = results[i * LANES + lane];
            }
        }
    }
}
