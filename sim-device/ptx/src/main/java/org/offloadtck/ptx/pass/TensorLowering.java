package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.TextureModifier.MapDimension;
import org.offloadtck.ptx.ir.modifier.TextureModifier.MapField;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Lowers the instructions on tensor maps (PTX ISA 9.0 §9.7.9.25.5, §9.7.9.26).
///
/// A copy to shared memory keeps its opcode and loses the operand of the `mbarrier`. Its first
/// operand is a new register, which receives the bytes of the box, and an `mbarrier.complete_tx` of
/// that register follows. `tensormap.replace` becomes a store of the field and of the check word
/// ([TensorMapLayout]), `tensormap.cp_fenceproxy` loads and stores.
///
/// Requirement: SD-35.
public final class TensorLowering {

    /// The places of the `mbarrier` and of the mask of a multicast among the operands of a copy.
    private static final int MBARRIER = 2;

    private static final int MASK = 3;

    private final Function function;
    private final Operation operation;
    private final FunctionRewriter rewriter;
    private final List<StateSpace> space;

    private TensorLowering(Function function, Operation operation, FunctionRewriter rewriter) {
        this.function = function;
        this.operation = operation;
        this.rewriter = rewriter;
        var written = operation.modifiers().or(StateSpace.GENERIC);
        this.space = written == StateSpace.GENERIC ? List.of() : List.of(written);
    }

    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                TensorLowering::isReplaced,
                (operation, rewriter) ->
                        new TensorLowering(function, operation, rewriter).replace());
    }

    private static boolean isReplaced(Operation operation) {
        return switch (operation.opcode()) {
            case CP_ASYNC_BULK_TENSOR_LOAD,
                    CP_ASYNC_BULK_TENSOR_MULTICAST,
                    TENSORMAP_CP_FENCEPROXY ->
                    true;
            case TENSORMAP_REPLACE -> hasField(operation);
            default -> false;
        };
    }

    /// Whether the dimension of a field is a constant, as PTX demands, and the map has it.
    private static boolean hasField(Operation replace) {
        return replace.operands().size() == 2
                || (replace.operands().get(1) instanceof Immediate ordinal
                        && ordinal.bits(PtxType.U32)
                                < TensorMapLayout.count(
                                        replace.modifiers().get(MapDimension.class)));
    }

    private void replace() {
        switch (operation.opcode()) {
            case TENSORMAP_CP_FENCEPROXY -> copyMap();
            case TENSORMAP_REPLACE -> replaceField();
            default -> separateCompletion();
        }
    }

    private void separateCompletion() {
        var list = operation.operands();
        var bytes = rewriter.register("%box", PtxType.B32);
        var mbarrier = list.get(MBARRIER);
        var rest = new ArrayList<>(List.of(bytes, list.get(0), list.get(1)));
        if (operation.opcode() == Opcode.CP_ASYNC_BULK_TENSOR_LOAD) {
            addCopy(rest);
            complete(operation.guard(), mbarrier, bytes);
            return;
        }
        var mask = BulkCopyLowering.mask(operation, rewriter, list.get(MASK));
        var signals =
                BulkCopyLowering.signals(
                        operation,
                        rewriter,
                        mask,
                        (Operand.Memory) mbarrier,
                        BulkCopyLowering.ranks(function));
        rest.add(mask);
        addCopy(rest);
        for (var signal : signals) {
            complete(signal.guard(), signal.mbarrier(), bytes);
        }
    }

    private void addCopy(List<Operand> operands) {
        rewriter.add(
                new Operation(
                        operation.opcode(),
                        operation.modifiers(),
                        operands,
                        operation.guard(),
                        operation.location()));
    }

    private void complete(Guard guard, Operand mbarrier, Operand bytes) {
        rewriter.add(
                operation,
                Opcode.MBARRIER_COMPLETE_TX,
                List.of(StateSpace.SHARED_CLUSTER, PtxType.B64),
                guard,
                mbarrier,
                bytes);
    }

    /// Each thread of the warp copies the map: all of them store the same bytes.
    private void copyMap() {
        var list = operation.operands();
        for (int at = 0; at < TensorMapLayout.BYTES; at += Long.BYTES) {
            var word = rewriter.register("%map", PtxType.B64);
            var from = FunctionRewriter.offsetBy(list.get(1), at);
            var to = FunctionRewriter.offsetBy(list.get(0), at);
            add(Opcode.LD, List.of(StateSpace.SHARED_CTA, PtxType.B64), word, from);
            add(Opcode.ST, List.of(StateSpace.GLOBAL, PtxType.B64), to, word);
        }
    }

    private void replaceField() {
        var list = operation.operands();
        var type = operation.type();
        if (list.size() == 2) {
            var field = operation.modifiers().get(MapField.class);
            boolean isAddress = field == MapField.GLOBAL_ADDRESS;
            store(TensorMapLayout.offset(field), isAddress ? type : PtxType.U8, list.get(1));
            return;
        }
        int ordinal = (int) ((Immediate) list.get(1)).bits(PtxType.U32);
        int start = TensorMapLayout.offset(operation.modifiers().get(MapDimension.class));
        store(start + ordinal * type.bytes(), type, list.get(2));
    }

    /// Stores a field, and corrects the check word by the bits that change.
    private void store(int offset, PtxType type, Operand value) {
        var map = operation.operands().getFirst();
        boolean isLong = type == PtxType.B64;
        var held = isLong ? PtxType.B64 : PtxType.B32;
        var field = FunctionRewriter.offsetBy(map, offset);
        var check = FunctionRewriter.offsetBy(map, TensorMapLayout.CHECK);
        var old = rewriter.register("%old", held);
        var changed = rewriter.register("%changed", held);
        var sum = rewriter.register("%check", PtxType.B32);
        add(Opcode.LD, in(type), old, field);
        add(Opcode.ST, in(type), field, value);
        add(Opcode.XOR, List.of(held), changed, old, value);
        add(Opcode.LD, in(PtxType.B32), sum, check);
        var part = rewriter.register("%part", PtxType.B32);
        if (isLong) {
            var upper = rewriter.register("%upper", PtxType.B64);
            add(Opcode.CVT, List.of(PtxType.U32, PtxType.U64), part, changed);
            add(Opcode.XOR, List.of(PtxType.B32), sum, sum, part);
            add(Opcode.SHR, List.of(PtxType.U64), upper, changed, number(Integer.SIZE));
            add(Opcode.CVT, List.of(PtxType.U32, PtxType.U64), part, upper);
        } else if (type == PtxType.U8) {
            int shift = Byte.SIZE * (offset % Integer.BYTES);
            add(Opcode.AND, List.of(PtxType.B32), part, changed, number(0xff));
            add(Opcode.SHL, List.of(PtxType.B32), part, part, number(shift));
        } else {
            add(Opcode.MOV, List.of(PtxType.B32), part, changed);
        }
        add(Opcode.XOR, List.of(PtxType.B32), sum, sum, part);
        add(Opcode.ST, in(PtxType.B32), check, sum);
    }

    private List<Modifier> in(PtxType type) {
        var modifiers = new ArrayList<Modifier>(space);
        modifiers.add(type);
        return modifiers;
    }

    private static Operand number(long value) {
        return new Immediate.Int64(value);
    }

    private void add(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        Guard guard = operation.guard();
        rewriter.add(operation, opcode, modifiers, guard, operands);
    }
}
