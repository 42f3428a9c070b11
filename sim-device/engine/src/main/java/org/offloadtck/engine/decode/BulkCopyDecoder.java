package org.offloadtck.engine.decode;

import org.offloadtck.engine.code.BulkCopy;
import org.offloadtck.engine.code.BulkCopy.Combination;
import org.offloadtck.engine.code.BulkCopy.Direction;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.AtomicFunctions;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Decodes bulk copies and bulk reductions (PTX ISA 9.0 §9.7.9.25.4), as
/// [org.offloadtck.ptx.pass.BulkCopyLowering] leaves them.
///
/// Requirement: SD-34.
final class BulkCopyDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    BulkCopyDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    /// The address of a range: a row and an offset.
    record Place(int row, int offset) {}

    void decode(Operation operation) {
        var list = operation.operands();
        boolean isMasked = operation.opcode() == Opcode.CP_ASYNC_BULK_MULTICAST;
        boolean hasByteMask = operation.modifiers().has(Flag.CP_MASK);
        int mask =
                isMasked || hasByteMask
                        ? operands.row(list.get(3), PtxType.U32)
                        : operands.constant(BulkCopy.NO_MULTICAST);
        var target = place(operands, list.get(0));
        var source = place(operands, list.get(1));
        var form =
                new BulkCopy(
                        direction(operation),
                        target.offset(),
                        source.offset(),
                        combination(operation));
        code.set(
                Op.BULK_COPY,
                mask,
                target.row(),
                source.row(),
                operands.row(list.get(2), PtxType.U32),
                code.copy(form),
                0);
    }

    private static Direction direction(Operation operation) {
        return switch (operation.opcode()) {
            case CP_ASYNC_BULK_LOAD, CP_ASYNC_BULK_MULTICAST -> Direction.GLOBAL_TO_SHARED;
            case CP_ASYNC_BULK_SHARE, CP_REDUCE_ASYNC_BULK_SHARE -> Direction.SHARED_TO_SHARED;
            case CP_ASYNC_BULK_STORE, CP_REDUCE_ASYNC_BULK_STORE -> Direction.SHARED_TO_GLOBAL;
            default -> throw new IllegalStateException(operation.mnemonic());
        };
    }

    private static Combination combination(Operation operation) {
        return switch (operation.opcode()) {
            case CP_REDUCE_ASYNC_BULK_SHARE, CP_REDUCE_ASYNC_BULK_STORE -> reduction(operation);
            default ->
                    operation.modifiers().has(Flag.CP_MASK)
                            ? new Combination.MaskedReplacement()
                            : new Combination.Replacement();
        };
    }

    /// A reduction is `red` on global memory for each element, for those operations and types that
    /// the document has.
    private static Combination reduction(Operation operation) {
        var kind = operation.modifiers().get(AtomicOperation.class);
        var type = operation.type();
        boolean isShared = operation.opcode() == Opcode.CP_REDUCE_ASYNC_BULK_SHARE;
        boolean needsFlag = kind == AtomicOperation.ADD && type.bits() == Short.SIZE;
        if (!(isShared ? isOfShared(kind, type) : isOfGlobal(kind, type))
                || needsFlag != operation.modifiers().has(Flag.NOFTZ)) {
            throw new UnsupportedInstructionException("has an operation or type that PTX lacks");
        }
        var function = AtomicFunctions.function(kind, type);
        return new Combination.Reduction(
                type.bytes(), AtomicFunctions.globalSum(kind, type).orElse(function));
    }

    /// Requires an operation and type of asynchronous reductions of shared memory (PTX ISA 9.0
    /// §9.7.13.7).
    static void requireOfShared(AtomicOperation kind, PtxType type) {
        if (!isOfShared(kind, type)) {
            throw new UnsupportedInstructionException("has an operation or type that PTX lacks");
        }
    }

    private static boolean isOfShared(AtomicOperation kind, PtxType type) {
        return switch (kind) {
            case AND, OR, XOR -> type == PtxType.B32;
            case ADD -> type == PtxType.U32 || type == PtxType.S32 || type == PtxType.U64;
            case MIN, MAX -> type == PtxType.U32 || type == PtxType.S32;
            case INC, DEC -> type == PtxType.U32;
            case CAS, EXCH -> false;
        };
    }

    /// Whether a reduction of global memory has the operation and type.
    static boolean isOfGlobal(AtomicOperation kind, PtxType type) {
        return switch (kind) {
            case AND, OR, XOR -> type == PtxType.B32 || type == PtxType.B64;
            case ADD ->
                    switch (type) {
                        case U32, S32, U64, F16, BF16, F32, F64 -> true;
                        default -> false;
                    };
            case MIN, MAX ->
                    switch (type) {
                        case U32, S32, U64, S64, F16, BF16 -> true;
                        default -> false;
                    };
            case INC, DEC -> type == PtxType.U32;
            case CAS, EXCH -> false;
        };
    }

    static Place place(OperandDecoder operands, Operand operand) {
        if (!(operand instanceof Operand.Memory(var base, long offset))) {
            throw new UnsupportedInstructionException("address has a form that is not supported");
        }
        return switch (base) {
            case Register register -> {
                if (offset != (int) offset) {
                    throw new UnsupportedInstructionException("offset does not fit 32 bits");
                }
                yield new Place(operands.row(register, PtxType.U64), (int) offset);
            }
            case Operand.Absolute _ -> new Place(operands.constant(offset), 0);
            case PtxSymbol symbol ->
                    switch (operands.locate(symbol)) {
                        case OperandDecoder.Location.InFrame _ ->
                                throw new UnsupportedInstructionException(
                                        "'%s' is in another space".formatted(symbol.name()));
                        case OperandDecoder.Location.Fixed(var fixed) ->
                                new Place(operands.constant(fixed.address() + offset), 0);
                    };
        };
    }
}
