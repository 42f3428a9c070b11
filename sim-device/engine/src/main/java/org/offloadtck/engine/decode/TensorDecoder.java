package org.offloadtck.engine.decode;

import java.util.EnumMap;
import java.util.Map;
import org.offloadtck.engine.code.BulkCopy;
import org.offloadtck.engine.code.BulkCopy.Combination.Reduction;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorCopy;
import org.offloadtck.engine.code.TensorCopy.Selection;
import org.offloadtck.engine.decode.arithmetic.AtomicFunctions;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.tensor.TensorElement;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.TextureModifier.Rank;

/// Decodes copies and reductions of boxes of tensors (PTX ISA 9.0 §9.7.9.25.5), as
/// [org.offloadtck.ptx.pass.TensorLowering] leaves them.
///
/// Requirement: SD-35.
final class TensorDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    TensorDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    void decode(Operation operation) {
        var list = operation.operands();
        switch (operation.opcode()) {
            case CP_ASYNC_BULK_TENSOR_LOAD, CP_ASYNC_BULK_TENSOR_MULTICAST ->
                    copy(
                            operation,
                            new Parts(operands.destination(list.get(0)), list.get(2), list.get(1)),
                            new TensorCopy.Kind.Load());
            case CP_ASYNC_BULK_TENSOR_STORE ->
                    copy(
                            operation,
                            new Parts(~Code.SINK_ROW, list.get(0), list.get(1)),
                            new TensorCopy.Kind.Store());
            case CP_REDUCE_ASYNC_BULK_TENSOR ->
                    copy(
                            operation,
                            new Parts(~Code.SINK_ROW, list.get(0), list.get(1)),
                            reduction(operation));
            case TENSORMAP_REPLACE ->
                    throw new UnsupportedInstructionException(
                            "its dimension should be a constant that the map has");
            default -> throw new IllegalStateException(operation.mnemonic());
        }
    }

    /// The operands of a copy.
    ///
    /// @param result row that receives the bytes of the box
    private record Parts(int result, Operand tensor, Operand shared) {}

    private void copy(Operation operation, Parts parts, TensorCopy.Kind kind) {
        if (!(parts.tensor() instanceof Operand.Indexed(var base, var coordinates))
                || coordinates.size() != 1) {
            throw new UnsupportedInstructionException("has no coordinates");
        }
        var vector =
                coordinates.getFirst() instanceof Operand.Vector(var elements)
                        ? elements
                        : coordinates;
        int rank = operation.modifiers().get(Rank.class).dimensions();
        var selection = selection(operation);
        var place = BulkCopyDecoder.place(operands, parts.shared());
        var form = new TensorCopy(rank, selection, place.offset(), kind);
        int count = form.coordinates();
        if (vector.size() != count || (selection == Selection.ROWS && rank != 2)) {
            throw new UnsupportedInstructionException(
                    "has %d coordinates of %d dimensions when it should have %d"
                            .formatted(vector.size(), rank, count));
        }
        int[] rows = new int[count + 1];
        for (int d = 0; d < count; d++) {
            rows[d] = operands.row(vector.get(d), PtxType.S32);
        }
        boolean isMasked = operation.operands().size() > 3;
        rows[count] =
                isMasked
                        ? operands.row(operation.operands().get(3), PtxType.U32)
                        : operands.constant(BulkCopy.NO_MULTICAST);
        code.set(
                Op.TENSOR_COPY,
                parts.result(),
                map(base),
                code.list(rows),
                place.row(),
                code.copy(form),
                0);
    }

    private static Selection selection(Operation operation) {
        var modifiers = operation.modifiers();
        return modifiers.has(Flag.GATHER) || modifiers.has(Flag.SCATTER)
                ? Selection.ROWS
                : Selection.BOX;
    }

    private int map(Operand.Base base) {
        return switch (base) {
            case Register register -> operands.row(register, PtxType.U64);
            case PtxSymbol symbol
                    when operands.locate(symbol) instanceof OperandDecoder.Location.Fixed(var fixed)
                            && (fixed.space() == StateSpace.GLOBAL
                                    || fixed.space() == StateSpace.CONST) ->
                    operands.constant(fixed.address());
            default ->
                    throw new UnsupportedInstructionException(
                            "tensor map is no generic address when it should be one");
        };
    }

    private static TensorCopy.Kind reduction(Operation operation) {
        var kind = operation.modifiers().get(AtomicOperation.class);
        Map<TensorElement, Reduction> reductions = new EnumMap<>(TensorElement.class);
        for (var element : TensorElement.values()) {
            var type = type(kind, element);
            if (BulkCopyDecoder.isOfGlobal(kind, type)) {
                var function = AtomicFunctions.function(kind, type);
                reductions.put(
                        element,
                        new Reduction(
                                type.bytes(),
                                AtomicFunctions.globalSum(kind, type).orElse(function)));
            }
        }
        return new TensorCopy.Kind.Reduce(reductions);
    }

    /// The type by which elements are combined: that of untyped bits for a logical operation.
    private static PtxType type(AtomicOperation kind, TensorElement element) {
        boolean isLogical =
                kind == AtomicOperation.AND
                        || kind == AtomicOperation.OR
                        || kind == AtomicOperation.XOR;
        boolean isInteger = !element.isFloat();
        if (isLogical && isInteger && element.bytes() == Integer.BYTES) {
            return PtxType.B32;
        }
        return isLogical && isInteger && element.bytes() == Long.BYTES
                ? PtxType.B64
                : element.type();
    }
}
