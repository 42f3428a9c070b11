package org.offloadtck.engine.decode;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.AtomicFunctions;
import org.offloadtck.engine.decode.arithmetic.HalfArithmetic;
import org.offloadtck.engine.decode.arithmetic.MbarrierFunctions;
import org.offloadtck.engine.decode.arithmetic.TypeSemantics;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Decodes loads, stores, atomics, instructions on an `mbarrier` and stack allocation.
///
/// The [Code#Y] of a load, store or atomic is its access word: [MemoryAccess].
final class MemoryDecoder {

    /// Minimum and maximum alignment of `alloca` (PTX ISA 9.0 §9.7.17).
    private static final int STACK_ALIGNMENT = 8;

    private static final int MAX_ALIGNMENT = 1 << 23;

    private final OperandDecoder operands;
    private final CodeBuilder code;

    MemoryDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    /// The address of an access: a row and an offset.
    private record Target(int space, int row, int offset) {}

    void decode(Operation operation) {
        if (!HalfArithmetic.isHalf(operation.type())) {
            TypeSemantics.requireScalar(operation.type());
        }
        switch (operation.opcode()) {
            case LD, LDU -> load(operation);
            case ST, ST_ASYNC -> store(operation);
            case ATOM ->
                    atomic(operation, 1, operands.destination(operation.operands().getFirst()));
            case RED -> atomic(operation, 0, ~Code.SINK_ROW);
            case RED_ASYNC -> {
                var kind = operation.modifiers().get(AtomicOperation.class);
                BulkCopyDecoder.requireOfShared(kind, operation.type());
                atomic(operation, 0, ~Code.SINK_ROW);
            }
            default -> throw new IllegalStateException(operation.opcode().name());
        }
    }

    /// Decodes an instruction on an `mbarrier` as [org.offloadtck.ptx.pass.MbarrierLowering] leaves
    /// it: an initialisation as a store, a wait as a load, the others as an atomic.
    void decodeMbarrier(Operation operation) {
        switch (operation.opcode()) {
            case MBARRIER_INIT -> store(operation);
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT -> load(operation);
            default -> changeMbarrier(operation);
        }
    }

    /// A count that is not written is 1.
    private void changeMbarrier(Operation operation) {
        var list = operation.operands();
        boolean returns = operation.opcode().hasResult();
        int at = returns ? 1 : 0;
        int last = list.size() > at + 1 ? operands.row(list.get(at + 1), PtxType.U32) : 0;
        boolean arrives = list.size() > at + 1 && !expects(operation);
        var target = target(operation, list.get(at));
        code.set(
                Op.ATOMIC,
                returns ? operands.destination(list.getFirst()) : ~Code.SINK_ROW,
                target.row(),
                arrives ? last : operands.constant(1),
                expects(operation) ? last : operands.constant(0),
                target.offset(),
                MemoryAccess.withFunction(
                        MemoryAccess.word(target.space(), Long.BYTES),
                        code.function(MbarrierFunctions.of(operation)),
                        0));
    }

    /// Whether the last operand of an instruction on an `mbarrier` is a number of transactions.
    private static boolean expects(Operation operation) {
        return switch (operation.opcode()) {
            case MBARRIER_ARRIVE_EXPECT_TX,
                    MBARRIER_ARRIVE_DROP_EXPECT_TX,
                    MBARRIER_EXPECT_TX,
                    MBARRIER_COMPLETE_TX ->
                    true;
            default -> false;
        };
    }

    /// `alloca`, `stacksave` and `stackrestore`.
    void decodeStack(Operation operation) {
        var list = operation.operands();
        var first = list.getFirst();
        switch (operation.opcode()) {
            case ALLOCA -> {
                int size = operands.row(list.get(1), operation.type());
                int alignment = list.size() > 2 ? alignment(list.get(2)) : STACK_ALIGNMENT;
                code.set(Op.ALLOCA, operands.destination(first), size, 0, 0, alignment, 0);
            }
            case STACKSAVE -> code.set(Op.STACK_SAVE, operands.destination(first), 0, 0, 0, 0, 0);
            default -> {
                int end = operands.row(first, operation.type());
                code.set(Op.STACK_RESTORE, 0, end, 0, 0, 0, 0);
            }
        }
    }

    /// The alignment in bytes; clang 19 writes 0 for the default.
    private static int alignment(Operand operand) {
        if (operand instanceof Immediate.Int64(long bytes)
                && bytes >= 0
                && bytes <= MAX_ALIGNMENT
                && Long.bitCount(bytes) <= 1) {
            return Math.max(STACK_ALIGNMENT, (int) bytes);
        }
        throw new UnsupportedInstructionException(
                "its alignment should be a power of two up to 2^23");
    }

    private void load(Operation operation) {
        var destination = operation.operands().getFirst();
        var target = target(operation, operation.operands().get(1));
        var type = operation.type();
        int y = MemoryAccess.word(target.space(), type.bytes());
        if (destination instanceof Operand.Vector(var elements)) {
            int[] rows = elements.stream().mapToInt(operands::destination).toArray();
            int extension = extension(type, elements.getFirst());
            y = MemoryAccess.withVector(MemoryAccess.withSignExtension(y, extension), rows.length);
            code.set(Op.LOAD, code.list(rows), target.row(), 0, 0, target.offset(), y);
            return;
        }
        y = MemoryAccess.withSignExtension(y, extension(type, destination));
        int d = operands.destination(destination);
        code.set(Op.LOAD, d, target.row(), 0, 0, target.offset(), y);
    }

    /// Width in bits of the register that a signed value is sign-extended to; 0 if it is not
    /// extended.
    private static int extension(PtxType type, Operand destination) {
        boolean extends_ =
                type.isSigned()
                        && destination instanceof Register register
                        && register.type().bits() > type.bits();
        if (!extends_) {
            return 0;
        }
        return ((Register) destination).type().bits();
    }

    private void store(Operation operation) {
        var target = target(operation, operation.operands().getFirst());
        var source = operation.operands().get(1);
        var type = operation.type();
        int y = MemoryAccess.word(target.space(), type.bytes());
        if (source instanceof Operand.Vector(var elements)) {
            int[] rows = elements.stream().mapToInt(e -> operands.row(e, type)).toArray();
            y = MemoryAccess.withVector(y, rows.length);
            code.set(Op.STORE, 0, target.row(), code.list(rows), 0, target.offset(), y);
            return;
        }
        int b = operands.row(source, type);
        code.set(Op.STORE, 0, target.row(), b, 0, target.offset(), y);
    }

    private void atomic(Operation operation, int first, int d) {
        var list = operation.operands();
        var target = target(operation, list.get(first));
        if (list.get(first + 1) instanceof Operand.Vector) {
            throw new UnsupportedInstructionException("vectors are not supported");
        }
        var type = operation.type();
        int b = operands.row(list.get(first + 1), type);
        int c = list.size() > first + 2 ? operands.row(list.get(first + 2), type) : 0;
        var kind = operation.modifiers().get(AtomicOperation.class);
        int function = code.function(AtomicFunctions.function(kind, type));
        var globalSum = AtomicFunctions.globalSum(kind, type);
        globalSum.ifPresent(code::function);
        int y =
                MemoryAccess.withFunction(
                        MemoryAccess.word(target.space(), type.bytes()),
                        function,
                        globalSum.isPresent() ? 1 : 0);
        code.set(Op.ATOMIC, d, target.row(), b, c, target.offset(), y);
    }

    private Target target(Operation operation, Operand operand) {
        if (!(operand instanceof Operand.Memory(var base, long offset))) {
            throw new UnsupportedInstructionException("address has a form that is not supported");
        }
        int space = space(operation);
        return switch (base) {
            case Register register ->
                    new Target(
                            registerSpace(space),
                            operands.row(register, PtxType.U64),
                            offset(offset));
            case Operand.Absolute _ -> new Target(space, operands.constant(offset), 0);
            case PtxSymbol symbol -> symbolic(operation, space, symbol, offset);
        };
    }

    private Target symbolic(Operation operation, int space, PtxSymbol symbol, long offset) {
        return switch (operands.locate(symbol)) {
            case OperandDecoder.Location.InFrame(var piece) -> {
                if (space == MemorySpace.GENERIC
                        || space == MemorySpace.MBARRIER
                        || space == MemorySpace.GLOBAL
                        || space == MemorySpace.SHARED) {
                    throw new UnsupportedInstructionException(
                            "'%s' is in another space".formatted(symbol.name()));
                }
                int bytes = accessBytes(operation);
                if (offset < 0 || offset + bytes > piece.size()) {
                    throw new UnsupportedInstructionException(
                            "reaches past '%s'".formatted(symbol.name()));
                }
                if ((piece.offset() + offset) % bytes != 0) {
                    throw new UnsupportedInstructionException(
                            "offset %d of '%s' is not a multiple of %d"
                                    .formatted(offset, symbol.name(), bytes));
                }
                yield new Target(MemorySpace.FRAME, 0, offset(piece.offset() + offset));
            }
            case OperandDecoder.Location.Fixed(var place) -> {
                boolean isGeneric = space == MemorySpace.GENERIC || space == MemorySpace.MBARRIER;
                long address = isGeneric ? place.generic() : place.address();
                yield new Target(space, operands.constant(address + offset), 0);
            }
        };
    }

    /// Bytes of all elements that an instruction loads or stores.
    private static int accessBytes(Operation operation) {
        int elements =
                operation.operands().stream()
                        .mapToInt(operand ->
                                operand instanceof Operand.Vector(var list) ? list.size() : 1)
                        .max()
                        .orElse(1);
        return operation.type().bytes() * elements;
    }

    /// The space of a `.param` access through a register: the parameter block in a kernel, the
    /// frame in a function.
    private int registerSpace(int space) {
        return space == MemorySpace.PARAMETER && !operands.inKernel() ? MemorySpace.LOCAL : space;
    }

    private static int offset(long offset) {
        if (offset != (int) offset) {
            throw new UnsupportedInstructionException("offset does not fit 32 bits");
        }
        return (int) offset;
    }

    private static int space(Operation operation) {
        int space = space(operation.modifiers().or(StateSpace.GENERIC));
        return space == MemorySpace.GENERIC && operation.opcode().isOnMbarrier()
                ? MemorySpace.MBARRIER
                : space;
    }

    static int space(StateSpace space) {
        return switch (space) {
            case GENERIC -> MemorySpace.GENERIC;
            case GLOBAL -> MemorySpace.GLOBAL;
            case CONST -> MemorySpace.CONSTANT;
            case SHARED, SHARED_CTA, SHARED_CLUSTER -> MemorySpace.SHARED;
            case LOCAL -> MemorySpace.LOCAL;
            case PARAM, PARAM_ENTRY, PARAM_FUNC -> MemorySpace.PARAMETER;
            case REG, SREG, TEX ->
                    throw new UnsupportedInstructionException(
                            "state space .%s is not supported".formatted(space.suffix()));
        };
    }
}
