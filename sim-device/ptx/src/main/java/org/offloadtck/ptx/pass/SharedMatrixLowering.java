package org.offloadtck.ptx.pass;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces `ldmatrix` and `stmatrix` by shuffles of the row addresses and an access of each lane,
/// and `movmatrix` by shuffles of the elements (PTX ISA §9.7.15.5.15 to §9.7.15.5.17).
///
/// The lanes 8 i to 8 i + 7 have the addresses of the rows of matrix i. Of a matrix, lane l holds
/// two neighbours of row l / 4, from column 2 (l mod 4) on; with `.trans`, of the transposed
/// matrix.
public final class SharedMatrixLowering {

    private static final int ROWS = 8;

    private final MatrixSequence sequence;
    private final Operation moved;

    private SharedMatrixLowering(FunctionRewriter rewriter, Operation moved) {
        this.sequence = new MatrixSequence(rewriter, moved);
        this.moved = moved;
    }

    /// The function without these instructions. One whose operands do not have as many registers as
    /// it moves matrices is kept.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                SharedMatrixLowering::isLowered,
                (moved, rewriter) -> new SharedMatrixLowering(rewriter, moved).lower());
    }

    private static boolean isLowered(Operation operation) {
        return switch (operation.opcode()) {
            case LDMATRIX ->
                    isOfHalves(operation) && MatrixSequence.hasWordsOfEach(operation, 0, 1);
            case STMATRIX ->
                    isOfHalves(operation) && MatrixSequence.hasWordsOfEach(operation, 1, 1);
            case MOVMATRIX ->
                    isOfHalves(operation)
                            && MatrixSequence.hasWords(operation, 0, 1)
                            && MatrixSequence.hasWords(operation, 1, 1);
            default -> false;
        };
    }

    private static boolean isOfHalves(Operation operation) {
        return operation.type() == PtxType.B16;
    }

    private void lower() {
        switch (moved.opcode()) {
            case LDMATRIX -> load();
            case STMATRIX -> store();
            default -> transpose();
        }
    }

    private boolean isTransposed() {
        return moved.modifiers().has(Flag.TRANS);
    }

    /// The addresses that a lane accesses: of two elements at once, or of each of two.
    private List<List<Register>> addresses(Operand.Memory place, int count) {
        var base = sequence.base(place);
        var lane = sequence.lane();
        var quad = sequence.shiftedRight(lane, 2);
        var within = sequence.masked(lane, 3);
        var first = isTransposed() ? sequence.shiftedLeft(within, 1) : quad;
        var offset =
                isTransposed() ? sequence.shiftedLeft(quad, 1) : sequence.shiftedLeft(within, 2);
        return IntStream.range(0, count)
                .mapToObj(matrix ->
                        IntStream.range(0, isTransposed() ? 2 : 1)
                                .mapToObj(i -> row(base, first, ROWS * matrix + i))
                                .map(row -> sequence.behind(row, offset))
                                .toList())
                .toList();
    }

    private Register row(Register base, Register first, int number) {
        return sequence.fromLane(base, sequence.plus(first, MatrixSequence.number(number)));
    }

    private void load() {
        var place = (Operand.Memory) moved.operands().get(1);
        var results = MatrixSequence.registers(moved.operands().getFirst());
        var addresses = addresses(place, results.size());
        for (int i = 0; i < results.size(); i++) {
            var from = addresses.get(i);
            if (from.size() == 1) {
                sequence.load(PtxType.B32, results.get(i), from.getFirst(), place.offset());
            } else {
                var halves = halves();
                sequence.load(PtxType.B16, halves.getFirst(), from.getFirst(), place.offset());
                sequence.load(PtxType.B16, halves.getLast(), from.getLast(), place.offset());
                sequence.move(
                        Opcode.MOV,
                        List.of(PtxType.B32),
                        results.get(i),
                        new Operand.Vector(halves));
            }
        }
    }

    private void store() {
        var place = (Operand.Memory) moved.operands().getFirst();
        var values = MatrixSequence.registers(moved.operands().get(1));
        var addresses = addresses(place, values.size());
        for (int i = 0; i < values.size(); i++) {
            var to = addresses.get(i);
            if (to.size() == 1) {
                sequence.store(PtxType.B32, values.get(i), to.getFirst(), place.offset());
            } else {
                var halves = halves();
                sequence.compute(
                        Opcode.MOV,
                        List.of(PtxType.B32),
                        new Operand.Vector(halves),
                        values.get(i));
                sequence.store(PtxType.B16, halves.getFirst(), to.getFirst(), place.offset());
                sequence.store(PtxType.B16, halves.getLast(), to.getLast(), place.offset());
            }
        }
    }

    private List<Operand> halves() {
        return List.of(sequence.register(PtxType.B16), sequence.register(PtxType.B16));
    }

    /// Element c of row r of the result is element r of row c, which lane 4 c + r / 2 holds.
    private void transpose() {
        var source = sequence.register(PtxType.B32);
        sequence.compute(Opcode.MOV, List.of(PtxType.B32), source, moved.operands().get(1));
        var lane = sequence.lane();
        var column = sequence.shiftedLeft(sequence.masked(lane, 3), 3);
        var holder = sequence.plus(column, sequence.shiftedRight(lane, 3));
        var half = sequence.masked(sequence.shiftedRight(lane, 2), 1);
        var shift = sequence.shiftedLeft(half, 4);
        var next = sequence.plus(holder, MatrixSequence.number(4));
        var low = element(sequence.fromLane(source, holder), shift);
        var high = element(sequence.fromLane(source, next), shift);
        sequence.move(
                Opcode.BFI,
                List.of(PtxType.B32),
                MatrixSequence.registers(moved.operands().getFirst()).getFirst(),
                high,
                low,
                MatrixSequence.number(Short.SIZE),
                MatrixSequence.number(Short.SIZE));
    }

    private Register element(Register pair, Register shift) {
        return sequence.word(Opcode.SHR, PtxType.U32, pair, shift);
    }
}
