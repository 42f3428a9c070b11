package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Packing;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces `ldmatrix` and `stmatrix` of elements of 8, 6 and 4 bits by shuffles of the row
/// addresses and accesses of bytes (PTX ISA 8.6 §9.7.14.5.15 and §9.7.14.5.16).
///
/// The lanes have the addresses of rows of 16 bytes. Of a matrix of 16 rows, which is transposed,
/// the first register of lane l has the elements of column l / 4 in the rows from 4 (l mod 4) on,
/// the second those of column 8 + l / 4. Of a matrix of 8 rows, a register has four neighbours of
/// row l / 4. `stmatrix` stores, of four bytes of a register, two of column 2 (l mod 4) and its
/// neighbour in row l / 4 of the transposed matrix, and two in the row eight below. The layouts are
/// those that CUTLASS states (`copy_traits_sm100.hpp`, 4.2) and that programs observed on
/// `sm_120a`.
public final class ByteMatrixLowering {

    private static final int ELEMENTS = 4;
    private static final int COLUMNS = 8;
    private static final int TALL_ROWS = 16;

    private final MatrixSequence sequence;
    private final Operation moved;
    private final Register quad;
    private final Register within;

    private ByteMatrixLowering(FunctionRewriter rewriter, Operation moved) {
        this.sequence = new MatrixSequence(rewriter, moved);
        this.moved = moved;
        var lane = sequence.lane();
        this.quad = sequence.shiftedRight(lane, 2);
        this.within = sequence.masked(lane, 3);
    }

    /// The function without these instructions. One whose operands do not have as many registers as
    /// it moves is kept.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                ByteMatrixLowering::isLowered,
                (moved, rewriter) -> new ByteMatrixLowering(rewriter, moved).lower());
    }

    private static boolean isLowered(Operation operation) {
        return switch (operation.opcode()) {
            case LDMATRIX_BYTES ->
                    MatrixSequence.count(operation) < 4
                            && MatrixSequence.hasWordsOfEach(operation, 0, 2);
            case LDMATRIX_ROWS ->
                    MatrixSequence.hasWordsOfEach(operation, 0, 1) && isPacked(operation);
            case STMATRIX_BYTES -> MatrixSequence.hasWordsOfEach(operation, 1, 1);
            default -> false;
        };
    }

    private static boolean isPacked(Operation operation) {
        return operation.modifiers().get(Packing.class) != Packing.B8;
    }

    private void lower() {
        switch (moved.opcode()) {
            case LDMATRIX_BYTES -> loadTransposed();
            case LDMATRIX_ROWS -> loadRows();
            default -> store();
        }
    }

    private void loadTransposed() {
        var base = sequence.base(place(1));
        var first = sequence.shiftedLeft(within, 2);
        var loaded = new ArrayList<Register>();
        for (int i = 0; i < results().size(); i++) {
            var column = sequence.plus(quad, number(i % 2 * COLUMNS));
            var bytes = new ArrayList<Register>();
            for (int element = 0; element < ELEMENTS; element++) {
                var row = sequence.plus(first, number(i / 2 * TALL_ROWS + element));
                bytes.add(element(sequence.fromLane(base, row), column));
            }
            loaded.add(joined(bytes));
        }
        finish(loaded);
    }

    private void loadRows() {
        var base = sequence.base(place(1));
        var first = sequence.shiftedLeft(within, 2);
        var loaded = new ArrayList<Register>();
        for (int i = 0; i < results().size(); i++) {
            var row = sequence.fromLane(base, sequence.plus(quad, number(i * COLUMNS)));
            var bytes = new ArrayList<Register>();
            for (int element = 0; element < ELEMENTS; element++) {
                bytes.add(element(row, sequence.plus(first, number(element))));
            }
            loaded.add(joined(bytes));
        }
        finish(loaded);
    }

    /// An element of the row at an address.
    private Register element(Register row, Register column) {
        return switch (moved.modifiers().get(Packing.class)) {
            case B8 -> loadByte(sequence.behind(row, column), 0);
            case B4X16_P64 -> {
                var pair = loadByte(sequence.behind(row, sequence.shiftedRight(column, 1)), 0);
                var shift = sequence.shiftedLeft(sequence.masked(column, 1), 2);
                yield sequence.masked(shifted(Opcode.SHR, pair, shift), 0xf);
            }
            case B6X16_P32 -> {
                var bit = sequence.word(Opcode.MUL, PtxType.U32, column, number(6));
                var start = sequence.behind(row, sequence.shiftedRight(bit, 3));
                var high = sequence.shiftedLeft(loadByte(start, 1), Byte.SIZE);
                var both = sequence.word(Opcode.OR, PtxType.B32, loadByte(start, 0), high);
                var shift = sequence.masked(bit, 7);
                yield sequence.masked(shifted(Opcode.SHR, both, shift), 0x3f);
            }
        };
    }

    private Register shifted(Opcode opcode, Register value, Register shift) {
        return sequence.word(opcode, PtxType.U32, value, shift);
    }

    private Register loadByte(Register address, int offset) {
        var loaded = sequence.register(PtxType.B32);
        sequence.load(PtxType.B8, loaded, address, place(1).offset() + offset);
        return loaded;
    }

    private Register joined(List<Register> bytes) {
        var all = bytes.getLast();
        for (int i = ELEMENTS - 2; i >= 0; i--) {
            var above = sequence.shiftedLeft(all, Byte.SIZE);
            all = sequence.word(Opcode.OR, PtxType.B32, above, bytes.get(i));
        }
        return all;
    }

    /// Moves what was loaded to the results: one of them may hold the address.
    private void finish(List<Register> loaded) {
        for (int i = 0; i < loaded.size(); i++) {
            sequence.move(Opcode.MOV, List.of(PtxType.B32), results().get(i), loaded.get(i));
        }
    }

    private void store() {
        var base = sequence.base(place(0));
        var values = MatrixSequence.registers(moved.operands().get(1));
        var first = sequence.shiftedLeft(within, 1);
        for (int i = 0; i < values.size(); i++) {
            for (int element = 0; element < ELEMENTS; element++) {
                var lane = sequence.plus(first, number(i * COLUMNS + element % 2));
                var row = sequence.fromLane(base, lane);
                var to = sequence.behind(row, sequence.plus(quad, number(element / 2 * COLUMNS)));
                var value =
                        sequence.word(
                                Opcode.SHR,
                                PtxType.U32,
                                values.get(i),
                                number(Byte.SIZE * element));
                sequence.store(PtxType.B8, value, to, place(0).offset());
            }
        }
    }

    private List<Operand> results() {
        return MatrixSequence.registers(moved.operands().getFirst());
    }

    private Operand.Memory place(int operand) {
        return (Operand.Memory) moved.operands().get(operand);
    }

    private static Operand number(int value) {
        return MatrixSequence.number(value);
    }
}
