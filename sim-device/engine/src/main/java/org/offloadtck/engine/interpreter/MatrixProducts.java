package org.offloadtck.engine.interpreter;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.matrix.UndefinedProductException;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.thread.Warp;

/// Executes products of matrices once all lanes of a warp are at one.
final class MatrixProducts {

    private final int[] words;
    private final List<WarpMatrixProduct> products;
    private final MatrixRegisters registers;

    MatrixProducts(Code code) {
        this.words = code.words();
        this.products = code.matrixProducts();
        this.registers = new MatrixRegisters(code);
    }

    private void multiply(WarpMatrixProduct product, int lane) {
        try {
            product.multiply(registers.sources(), registers.results());
        } catch (UndefinedProductException undefined) {
            throw new LaneFault(FaultKind.UNSUPPORTED, lane, undefined.problem());
        }
    }

    /// Computes the result in the lanes that wait at a product.
    void execute(Warp warp) {
        var groups = MatrixRegisters.waiting(warp, Op.MATRIX_PRODUCT);
        int at = groups.getFirst().pc() * Code.STRIDE;
        var product = products.get(words[at + Code.X]);
        int first = words[at + Code.C];
        registers.reserve(product.sources(), product.results());
        for (var group : groups) {
            registers.gather(warp, group, first + product.results(), product.sources());
        }
        multiply(product, groups.getFirst().firstLane());
        for (var group : groups) {
            registers.scatter(warp, group, first, product.results());
        }
    }
}
