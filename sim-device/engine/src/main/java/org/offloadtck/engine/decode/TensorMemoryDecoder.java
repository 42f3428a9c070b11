package org.offloadtck.engine.decode;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorMemoryInstruction;
import org.offloadtck.engine.code.TensorMemoryInstruction.Allocation;
import org.offloadtck.engine.code.TensorMemoryInstruction.Copy;
import org.offloadtck.engine.code.TensorMemoryInstruction.Load;
import org.offloadtck.engine.code.TensorMemoryInstruction.Release;
import org.offloadtck.engine.code.TensorMemoryInstruction.Relinquishment;
import org.offloadtck.engine.code.TensorMemoryInstruction.Shift;
import org.offloadtck.engine.code.TensorMemoryInstruction.Store;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.matrix.TensorMemoryFragment;
import org.offloadtck.engine.matrix.TensorMemoryFragment.Packing;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.MatrixModifier;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CopyShape;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.MoveShape;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.Repetition;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.WarpMulticast;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Decodes instructions on tensor memory (PTX ISA 9.0 §9.7.16), as
/// [org.offloadtck.ptx.pass.TensorMemoryLowering] leaves them.
final class TensorMemoryDecoder {

    /// The most registers of a lane (PTX ISA 9.0 §9.7.16.8.1, table 49).
    private static final int MOST_REGISTERS = 128;

    private final OperandDecoder operands;
    private final CodeBuilder code;

    TensorMemoryDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    void decode(Operation operation) {
        var list = operation.operands();
        switch (operation.opcode()) {
            case TCGEN05_ALLOC ->
                    ofWarp(
                            new Allocation(group(operation)),
                            rows(operands.destination(list.get(0)), word(list.get(1))));
            case TCGEN05_DEALLOC ->
                    ofWarp(
                            new Release(group(operation)),
                            rows(word(list.get(0)), word(list.get(1))));
            case TCGEN05_RELINQUISH_ALLOC_PERMIT -> ofWarp(new Relinquishment(), rows());
            case TCGEN05_LD -> load(operation, 0);
            case TCGEN05_LD_SPLIT -> load(operation, constant(list.get(2)));
            case TCGEN05_ST -> store(operation, 0);
            case TCGEN05_ST_SPLIT -> store(operation, constant(list.get(1)));
            case TCGEN05_CP, TCGEN05_CP_PADDED -> copy(operation);
            case TCGEN05_SHIFT -> {
                var place = BulkCopyDecoder.place(operands, list.getFirst());
                ofThread(
                        new Shift(group(operation), place.offset()),
                        rows(place.row()),
                        OperandDecoder.always());
            }
            default -> {
                var product = new TensorProductDecoder(operands).decode(operation);
                ofThread(product.product(), product.rows(), product.condition());
            }
        }
    }

    private static CtaGroup group(Operation operation) {
        return operation.modifiers().get(CtaGroup.class);
    }

    private int word(Operand operand) {
        return operands.row(operand, PtxType.U32);
    }

    private static List<Integer> rows(Integer... rows) {
        return List.of(rows);
    }

    private void ofWarp(TensorMemoryInstruction.OfWarp instruction, List<Integer> rows) {
        code.set(
                Op.TENSOR_MEMORY,
                0,
                instruction.results(),
                instruction.sources(),
                code.list(rows.stream().mapToInt(row -> row).toArray()),
                code.tensorMemory(instruction),
                0);
    }

    private void ofThread(
            TensorMemoryInstruction.OfThread instruction, List<Integer> rows, int condition) {
        code.set(
                Op.TENSOR_CORE,
                0,
                0,
                instruction.sources(),
                code.list(rows.stream().mapToInt(row -> row).toArray()),
                code.tensorMemory(instruction),
                condition);
    }

    private void load(Operation operation, int split) {
        var fragment = fragment(operation, Flag.PACK, split);
        var place = BulkCopyDecoder.place(operands, operation.operands().get(1));
        var rows = new ArrayList<>(registers(fragment, operation.operands().getFirst()));
        rows.add(place.row());
        ofWarp(new Load(fragment, place.offset()), rows);
    }

    private void store(Operation operation, int split) {
        var fragment = fragment(operation, Flag.UNPACK, split);
        var place = BulkCopyDecoder.place(operands, operation.operands().getFirst());
        var rows = new ArrayList<>(rows(place.row()));
        rows.addAll(registers(fragment, operation.operands().getLast()));
        ofWarp(new Store(fragment, place.offset()), rows);
    }

    private static TensorMemoryFragment fragment(Operation operation, Flag packs, int split) {
        var modifiers = operation.modifiers();
        var fragment =
                new TensorMemoryFragment(
                        modifiers.get(MoveShape.class),
                        modifiers.get(Repetition.class).count(),
                        split,
                        modifiers.has(packs) ? Packing.HALVES : Packing.WORD);
        if (fragment.registers() > MOST_REGISTERS) {
            throw new UnsupportedInstructionException(
                    "moves %d registers when it should be %d at most"
                            .formatted(fragment.registers(), MOST_REGISTERS));
        }
        return fragment;
    }

    private List<Integer> registers(TensorMemoryFragment fragment, Operand operand) {
        var registers =
                operand instanceof Operand.Vector(var elements) ? elements : List.of(operand);
        boolean fits =
                operand instanceof Operand.Vector
                        && registers.size() == fragment.registers()
                        && registers.stream().allMatch(TensorMemoryDecoder::isWord);
        if (!fits) {
            throw new UnsupportedInstructionException(
                    "has %d registers when it should have a vector of %d of 32 bits"
                            .formatted(registers.size(), fragment.registers()));
        }
        return registers.stream().map(operands::destination).toList();
    }

    private static boolean isWord(Operand operand) {
        return operand == Operand.Sink.SINK
                || (operand instanceof Register register && register.type().bits() == Integer.SIZE);
    }

    private static int constant(Operand operand) {
        if (operand instanceof Immediate immediate) {
            return (int) immediate.bits(PtxType.U32);
        }
        throw new UnsupportedInstructionException("its columns should be a constant");
    }

    private void copy(Operation operation) {
        var modifiers = operation.modifiers();
        var shape = modifiers.get(CopyShape.class);
        var multicast =
                modifiers.written().stream()
                        .filter(WarpMulticast.class::isInstance)
                        .map(WarpMulticast.class::cast)
                        .findFirst();
        var quarters = multicast.map(TensorMemoryDecoder::quarters).orElse(List.of());
        int rows = shape.rows();
        boolean fits = quarters.isEmpty() ? rows != 64 && rows != 32 : rows == rowsOf(quarters);
        if (!fits) {
            throw new UnsupportedInstructionException("its shape and warps do not go together");
        }
        var place = BulkCopyDecoder.place(operands, operation.operands().getFirst());
        ofThread(
                new Copy(group(operation), shape, quarters, elementBits(operation), place.offset()),
                rows(place.row(), operands.row(operation.operands().get(1), PtxType.B64)),
                OperandDecoder.always());
    }

    private static List<Integer> quarters(WarpMulticast multicast) {
        return switch (multicast) {
            case PAIRS_02_13 -> List.of(0, 1, 0, 1);
            case PAIRS_01_23 -> List.of(0, 0, 1, 1);
            case ALL -> List.of(0, 0, 0, 0);
        };
    }

    private static int rowsOf(List<Integer> quarters) {
        return 32 * (1 + quarters.stream().reduce(0, Math::max));
    }

    private static int elementBits(Operation operation) {
        return operation.modifiers().written().stream()
                .filter(MatrixModifier.Packing.class::isInstance)
                .map(packing -> packing == MatrixModifier.Packing.B6X16_P32 ? 6 : 4)
                .findFirst()
                .orElse(Byte.SIZE);
    }
}
