package org.offloadtck.engine.decode;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.matrix.WarpMatrixProduct;
import org.offloadtck.engine.matrix.WarpgroupMatrixProduct;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.matrix.BlockScale;
import org.offloadtck.ptx.matrix.FragmentLayout;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.matrix.Sparsity;
import org.offloadtck.ptx.matrix.WarpgroupProduct;

/// Decodes products of matrices (PTX ISA §9.7.15). Other instructions on matrices were replaced
/// when the program was loaded, but for those that do not fit.
final class MatrixDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    MatrixDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    void decode(Operation operation) {
        switch (operation.opcode()) {
            case MMA, MMA_SPARSE, WMMA_MMA -> multiply(operation);
            case WGMMA_MMA_ASYNC, WGMMA_MMA_ASYNC_SPARSE -> multiplyInWarpgroup(operation);
            default ->
                    throw new UnsupportedInstructionException(
                            "its shape, type, layout and registers do not go together");
        }
    }

    private void multiply(Operation operation) {
        var product =
                MatrixProduct.of(operation)
                        .orElseThrow(() -> new UnsupportedInstructionException(misfit(operation)));
        var list = operation.operands();
        boolean isSparse = operation.opcode() == Opcode.MMA_SPARSE;
        int[] rows =
                Stream.of(
                                rows("d", product.d(), list.get(0)),
                                rows("a", product.a(), list.get(1)),
                                rows("b", product.b(), list.get(2)),
                                rows("c", product.c(), list.get(3)),
                                isSparse ? metadata(list.get(4)) : new int[0],
                                factors(list.subList(isSparse ? 6 : 4, list.size())))
                        .flatMapToInt(IntStream::of)
                        .toArray();
        var warp = new WarpMatrixProduct(product);
        code.set(
                Op.MATRIX_PRODUCT,
                0,
                warp.results(),
                warp.sources(),
                code.list(rows),
                code.product(warp),
                0);
    }

    private int[] metadata(Operand operand) {
        return new int[] {operands.row(operand, PtxType.U32)};
    }

    private static String misfit(Operation operation) {
        String selector = operation.opcode() == Opcode.MMA_SPARSE ? ", sparsity selector" : "";
        return "its shape, types%s and modifiers do not go together".formatted(selector);
    }

    /// The rows of what scales a product: of each matrix, the factors, the byte and the thread.
    private int[] factors(List<Operand> list) {
        int[] rows =
                list.stream()
                        .flatMap(operand ->
                                operand instanceof Operand.Vector(var elements)
                                        ? elements.stream()
                                        : Stream.of(operand))
                        .mapToInt(operand -> operands.row(operand, PtxType.U32))
                        .toArray();
        if (!list.isEmpty() && rows.length != BlockScale.Factors.REGISTERS) {
            throw new UnsupportedInstructionException(
                    "scaling has %d values when it should have %d"
                            .formatted(rows.length, BlockScale.Factors.REGISTERS));
        }
        return rows;
    }

    private void multiplyInWarpgroup(Operation operation) {
        var product =
                WarpgroupProduct.of(operation)
                        .orElseThrow(() ->
                                new UnsupportedInstructionException(
                                        "its shape, types and operands do not go together"));
        var list = operation.operands();
        var first =
                product.source() == WarpgroupProduct.Source.REGISTERS
                        ? rows("a", product.a(), list.get(1))
                        : new int[] {operands.row(list.get(1), PtxType.B64)};
        boolean isSparse = product.sparsity() instanceof Sparsity.Structured;
        int[] rows =
                Stream.of(
                                rows("d", product.d(), list.get(0)),
                                isSparse ? metadata(list.get(3)) : new int[0],
                                first,
                                new int[] {operands.row(list.get(2), PtxType.B64)})
                        .flatMapToInt(IntStream::of)
                        .toArray();
        var warpgroup = new WarpgroupMatrixProduct(product);
        code.set(
                Op.WARPGROUP_PRODUCT,
                0,
                warpgroup.results(),
                rows.length - warpgroup.results(),
                code.list(rows),
                code.product(warpgroup),
                operands.predicate(list.get(WarpgroupProduct.predicate(operation))));
    }

    private int[] rows(String name, FragmentLayout layout, Operand fragment) {
        var registers =
                fragment instanceof Operand.Vector(var elements) ? elements : List.of(fragment);
        int width = layout.element().registerBits();
        boolean fits =
                registers.size() == layout.registers()
                        && registers.stream().allMatch(each -> isOf(width, each));
        if (!fits) {
            throw new UnsupportedInstructionException(
                    "fragment %s has %d registers when it should have %d of %d bits"
                            .formatted(name, registers.size(), layout.registers(), width));
        }
        return registers.stream().mapToInt(operands::destination).toArray();
    }

    private static boolean isOf(int width, Operand operand) {
        return operand instanceof Register register && register.type().bits() == width;
    }
}
