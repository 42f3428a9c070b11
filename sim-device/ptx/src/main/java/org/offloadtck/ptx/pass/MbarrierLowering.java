package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.MemoryScope;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Replaces the `mbarrier` instructions that are no atomic operations (PTX ISA 9.0 §9.7.13.16): a
/// wait by a load and a comparison of phases, a pending count by the bits of the state. The other
/// instructions change the object atomically.
///
/// What loads or stores the object keeps its opcode, so that it remains known as an operation on an
/// `mbarrier`: `MBARRIER_INIT`, which invalidates, too, has the bits that it stores as its second
/// operand; `MBARRIER_TEST_WAIT` and `MBARRIER_TRY_WAIT` have the bits of the object as their
/// result and no third operand.
///
/// PTX does not specify the 64 bits of an object. Here they are, from bit 0: the pending count, the
/// expected count ([#COUNT_BITS] each), the tx-count (two's complement, one bit more), an unused
/// bit, [#INITIALISED] and [#PHASE]. A state that an arrival returns has the bits of the object
/// before it.
///
/// A wait that fails gives other warps a turn (`nanosleep`). The time limit of a `try_wait` only
/// determines how long it may take to fail, and is dropped.
///
/// Requirement: SD-33.
public final class MbarrierLowering {

    /// Bits of a count; the largest is 2^20 - 1 (PTX ISA 9.0 §9.7.13.16.2).
    public static final int COUNT_BITS = 20;

    /// Set in each object that `mbarrier.init` wrote with a valid count.
    public static final long INITIALISED = 1L << 62;

    /// Changes when a phase completes: the parity of the number of the phase, 0 at first.
    public static final long PHASE = Long.MIN_VALUE;

    private static final long MAX_COUNT = (1L << COUNT_BITS) - 1;

    /// Both counts of an object, for a count of 1.
    private static final long BOTH_COUNTS = (1L << COUNT_BITS) | 1;

    /// Nanoseconds that a thread sleeps after a wait that fails: assumed, for the PTX ISA leaves
    /// the time of `try_wait` to the system.
    private static final int SLEEP = 20;

    private final Operation operation;
    private final FunctionRewriter rewriter;

    private MbarrierLowering(Operation operation, FunctionRewriter rewriter) {
        this.operation = operation;
        this.rewriter = rewriter;
    }

    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                operation -> isReplaced(operation.opcode()),
                (operation, rewriter) -> new MbarrierLowering(operation, rewriter).replace());
    }

    private static boolean isReplaced(Opcode opcode) {
        return switch (opcode) {
            case MBARRIER_INIT,
                    MBARRIER_INVAL,
                    MBARRIER_PENDING_COUNT,
                    MBARRIER_TEST_WAIT,
                    MBARRIER_TEST_WAIT_PARITY,
                    MBARRIER_TRY_WAIT,
                    MBARRIER_TRY_WAIT_PARITY ->
                    true;
            default -> false;
        };
    }

    private void replace() {
        switch (operation.opcode()) {
            case MBARRIER_INIT -> store(initialState(operand(1)));
            case MBARRIER_INVAL -> store(number(0));
            case MBARRIER_PENDING_COUNT -> pendingCount();
            default -> {
                var difference = difference();
                compare(difference);
                sleepUnlessComplete(difference);
            }
        }
    }

    private void store(Operand state) {
        var modifiers = new ArrayList<Modifier>(space());
        modifiers.add(PtxType.B64);
        add(Opcode.MBARRIER_INIT, modifiers, operand(0), state);
    }

    /// The state of a new object; 0, which is not initialised, if the count is invalid.
    private Operand initialState(Operand count) {
        if (count instanceof Immediate immediate) {
            long value = immediate.bits(PtxType.U32);
            boolean isValid = value > 0 && value <= MAX_COUNT;
            return number(isValid ? (value * BOTH_COUNTS) | INITIALISED : 0);
        }
        var state = register(PtxType.B64);
        var isValid = register(PtxType.PRED);
        var less = register(PtxType.B32);
        add(Opcode.CVT, List.of(PtxType.U64, PtxType.U32), state, count);
        add(
                Opcode.MAD,
                List.of(ProductPart.LO, PtxType.U64),
                state,
                state,
                number(BOTH_COUNTS),
                number(INITIALISED));
        add(Opcode.SUB, List.of(PtxType.U32), less, count, number(1));
        add(
                Opcode.SETP,
                List.of(ComparisonOperator.LT, PtxType.U32),
                isValid,
                less,
                number(MAX_COUNT));
        add(Opcode.SELP, List.of(PtxType.B64), state, state, number(0), isValid);
        return state;
    }

    private void pendingCount() {
        var state = register(PtxType.B64);
        var count = register(PtxType.B32);
        add(Opcode.MOV, List.of(PtxType.B64), state, operand(1));
        add(Opcode.CVT, List.of(PtxType.U32, PtxType.U64), count, state);
        add(Opcode.AND, List.of(PtxType.B32), operand(0), count, number(MAX_COUNT));
    }

    /// Bits whose sign is set if the phase that is waited for has completed.
    private Register difference() {
        var modifiers = new ArrayList<Modifier>();
        modifiers.add(operation.modifiers().or(MemorySemantics.ACQUIRE));
        modifiers.add(operation.modifiers().or(MemoryScope.CTA));
        modifiers.addAll(space());
        modifiers.add(PtxType.B64);
        var difference = register(PtxType.B64);
        add(load(), modifiers, difference, operand(1));
        add(Opcode.XOR, List.of(PtxType.B64), difference, difference, awaited());
        return difference;
    }

    private Opcode load() {
        return switch (operation.opcode()) {
            case MBARRIER_TEST_WAIT, MBARRIER_TEST_WAIT_PARITY -> Opcode.MBARRIER_TEST_WAIT;
            default -> Opcode.MBARRIER_TRY_WAIT;
        };
    }

    /// Bits with the parity of the phase that is waited for at [#PHASE].
    private Operand awaited() {
        return switch (operation.opcode()) {
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT -> operand(2);
            default -> {
                if (operand(2) instanceof Immediate parity) {
                    yield number(parity.bits(PtxType.U32) << (Long.SIZE - 1));
                }
                var bits = register(PtxType.B64);
                add(Opcode.CVT, List.of(PtxType.U64, PtxType.U32), bits, operand(2));
                add(Opcode.SHL, List.of(PtxType.B64), bits, bits, number(Long.SIZE - 1));
                yield bits;
            }
        };
    }

    private void compare(Register difference) {
        add(
                Opcode.SETP,
                List.of(ComparisonOperator.LT, PtxType.S64),
                operand(0),
                difference,
                number(0));
    }

    private void sleepUnlessComplete(Register difference) {
        var fails = register(PtxType.PRED);
        rewriter.add(
                operation,
                Opcode.SETP,
                List.of(ComparisonOperator.GE, BooleanOperator.AND, PtxType.S64),
                Guard.Always.ALWAYS,
                fails,
                difference,
                number(0),
                FunctionRewriter.condition(operation.guard()));
        rewriter.add(
                operation,
                Opcode.NANOSLEEP,
                List.of(PtxType.U32),
                new Guard.When(fails),
                number(SLEEP));
    }

    private List<Modifier> space() {
        var space = operation.modifiers().or(StateSpace.GENERIC);
        return space == StateSpace.GENERIC ? List.of() : List.of(space);
    }

    private Operand operand(int index) {
        return operation.operands().get(index);
    }

    private Register register(PtxType type) {
        return rewriter.register("%mbarrier", type);
    }

    private static Immediate number(long value) {
        return new Immediate.Int64(value);
    }

    private void add(Opcode opcode, List<Modifier> modifiers, Operand... operands) {
        rewriter.add(operation, opcode, modifiers, operation.guard(), operands);
    }
}
