package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.code.CarryArithmetic;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Warp;

/// Executes instructions that only read and write registers and predicates.
final class RegisterInstructions {

    private static final int ALL = -1;

    /// The first row of the register file, which receives the results of all lanes if only some of
    /// them are active.
    private static final int SCRATCH = 0;

    private static final long LOW_HALF = 0xffff;

    private final int[] words;
    private final int[] lists;
    private final LaneFunction[] functions;

    RegisterInstructions(Code code) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.functions = code.laneFunctions();
    }

    void pure(Warp warp, int op, int at, int base, int active) {
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], base);
        int b = warp.row(words[at + Code.B], base);
        int c = warp.row(words[at + Code.C], base);
        int d = warp.row(words[at + Code.D], base);
        if (active == ALL) {
            RowOperations.execute(op, r, d, a, b, c);
        } else {
            RowOperations.execute(op, r, SCRATCH, a, b, c);
            RowArithmetic.merge(r, d, SCRATCH, active);
        }
    }

    /// Sets the destination row of an instruction to the same value in every active lane.
    void set(Warp warp, CallFrame frame, int at, int active, long value) {
        long[] r = warp.registers();
        int d = warp.row(words[at + Code.D], frame.firstRow());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            r[d + Integer.numberOfTrailingZeros(rest)] = value;
        }
    }

    void straight(Warp warp, CallFrame frame, int op, int at, int active) {
        switch (op) {
            case Op.COMPARE -> compare(warp, frame, at, active);
            case Op.SELECT -> select(warp, frame, at, active);
            case Op.LANE_FUNCTION -> function(warp, frame, at, active);
            case Op.FRAME_ADDRESS -> {
                long window = (long) words[at + Code.Y] << Integer.SIZE;
                set(warp, frame, at, active, window + frame.localStart() + words[at + Code.X]);
            }
            case Op.STACK_SAVE -> set(warp, frame, at, active, frame.localEnd());
            case Op.ACTIVE_MASK -> set(warp, frame, at, active, active & 0xffff_ffffL);
            case Op.PREDICATE_MOVE,
                    Op.PREDICATE_NOT,
                    Op.PREDICATE_AND,
                    Op.PREDICATE_OR,
                    Op.PREDICATE_XOR ->
                    predicate(warp, frame, op, at, active);
            case Op.COMPARE_TO_REGISTER -> compareToRegister(warp, frame, at, active);
            case Op.IS_SPACE -> isSpace(warp, frame, at, active);
            case Op.UNPACK -> unpack(warp, frame, at, active);
            case Op.PACK -> pack(warp, frame, at, active);
            case Op.BIT_INSERT -> insert(warp, frame, at, active);
            case Op.CARRY -> carry(warp, frame, at, active);
            default -> throw new IllegalStateException("operation %d".formatted(op));
        }
    }

    private int relation(Warp warp, CallFrame frame, int at) {
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        return RowComparison.of(words[at + Code.X], warp.registers(), a, b);
    }

    /// The second result of a comparison: of pairs, the comparison of the high halves; else
    /// `otherwise`.
    private int relationOfHigh(Warp warp, CallFrame frame, int at, int otherwise) {
        int comparison = words[at + Code.X];
        if (!ComparisonKind.isOfPairs(comparison)) {
            return otherwise;
        }
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        return RowComparison.ofHigh(comparison, warp.registers(), a, b);
    }

    private void compare(Warp warp, CallFrame frame, int at, int active) {
        int holds = relation(warp, frame, at);
        int other = relationOfHigh(warp, frame, at, ~holds);
        int y = words[at + Code.Y];
        int combination = y & 3;
        int p = frame.firstPredicate();
        if (combination == ComparisonKind.ALONE) {
            warp.setPredicate(words[at + Code.D], p, active, holds);
            warp.setPredicate(y >> 2, p, active, other);
            return;
        }
        int with = warp.predicate(words[at + Code.C], p);
        warp.setPredicate(words[at + Code.D], p, active, combine(combination, holds, with));
        warp.setPredicate(y >> 2, p, active, combine(combination, other, with));
    }

    private static int combine(int combination, int left, int right) {
        return switch (combination) {
            case ComparisonKind.ALONE -> left;
            case ComparisonKind.AND -> left & right;
            case ComparisonKind.OR -> left | right;
            default -> left ^ right;
        };
    }

    private void compareToRegister(Warp warp, CallFrame frame, int at, int active) {
        int y = words[at + Code.Y];
        int combination = y & 3;
        int holds = relation(warp, frame, at);
        int high = relationOfHigh(warp, frame, at, holds);
        if (combination != ComparisonKind.ALONE) {
            int with = warp.predicate(words[at + Code.C], frame.firstPredicate());
            holds = combine(combination, holds, with);
            high = combine(combination, high, with);
        }
        long[] r = warp.registers();
        int d = warp.row(words[at + Code.D], frame.firstRow());
        int yes = warp.row(y >> 2, frame.firstRow());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long low = (holds >>> l & 1) != 0 ? LOW_HALF : 0;
            long above = (high >>> l & 1) != 0 ? ~LOW_HALF : 0;
            r[d + l] = r[yes + l] & (low | above);
        }
    }

    private void select(Warp warp, CallFrame frame, int at, int active) {
        int first = warp.predicate(words[at + Code.C], frame.firstPredicate());
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        if (active == ALL) {
            RowArithmetic.select(r, d, a, b, first);
        } else {
            RowArithmetic.select(r, SCRATCH, a, b, first);
            RowArithmetic.merge(r, d, SCRATCH, active);
        }
    }

    private void function(Warp warp, CallFrame frame, int at, int active) {
        var function = functions[words[at + Code.X]];
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        int c = warp.row(words[at + Code.C], frame.firstRow());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            r[d + l] = function.apply(r[a + l], r[b + l], r[c + l]);
        }
    }

    private void predicate(Warp warp, CallFrame frame, int op, int at, int active) {
        int p = frame.firstPredicate();
        int a = warp.predicate(words[at + Code.A], p);
        int b = warp.predicate(words[at + Code.B], p);
        int value =
                switch (op) {
                    case Op.PREDICATE_MOVE -> a;
                    case Op.PREDICATE_NOT -> ~a;
                    case Op.PREDICATE_AND -> a & b;
                    case Op.PREDICATE_OR -> a | b;
                    default -> a ^ b;
                };
        warp.setPredicate(words[at + Code.D], p, active, value);
    }

    private void isSpace(Warp warp, CallFrame frame, int at, int active) {
        long wanted =
                switch (words[at + Code.X]) {
                    case MemorySpace.SHARED -> AddressSpace.SHARED;
                    case MemorySpace.LOCAL -> AddressSpace.LOCAL;
                    case MemorySpace.PARAMETER -> AddressSpace.PARAM;
                    default -> AddressSpace.GLOBAL;
                };
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int holds = 0;
        for (int l = 0; l < Code.LANES; l++) {
            holds |= (AddressSpace.window(r[a + l]) == wanted ? 1 : 0) << l;
        }
        warp.setPredicate(words[at + Code.D], frame.firstPredicate(), active, holds);
    }

    private void unpack(Warp warp, CallFrame frame, int at, int active) {
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int bits = words[at + Code.Y];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long value = r[a + l];
            for (int e = 0; e < words[at + Code.X]; e++) {
                int d = warp.row(lists[words[at + Code.C] + e], frame.firstRow());
                r[d + l] = Integers.truncate(value >>> (e * bits), bits);
            }
        }
    }

    private void pack(Warp warp, CallFrame frame, int at, int active) {
        long[] r = warp.registers();
        int d = warp.row(words[at + Code.D], frame.firstRow());
        int bits = words[at + Code.Y];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long value = 0;
            for (int e = 0; e < words[at + Code.X]; e++) {
                int a = warp.row(lists[words[at + Code.C] + e], frame.firstRow());
                value |= Integers.truncate(r[a + l], bits) << (e * bits);
            }
            r[d + l] = value;
        }
    }

    private void insert(Warp warp, CallFrame frame, int at, int active) {
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        int position = warp.row(words[at + Code.C], frame.firstRow());
        int length = warp.row(words[at + Code.X], frame.firstRow());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int from = (int) r[position + l];
            int count = (int) r[length + l];
            r[d + l] = Integers.insert(r[a + l], r[b + l], from, count, words[at + Code.Y]);
        }
    }

    private void carry(Warp warp, CallFrame frame, int at, int active) {
        int kind = words[at + Code.X];
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        int b = warp.row(words[at + Code.B], frame.firstRow());
        int c = warp.row(words[at + Code.C], frame.firstRow());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        int carries = warp.carry();
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            var sum = CarryArithmetic.of(kind, r[a + l], r[b + l], r[c + l], carries >>> l & 1);
            r[d + l] = sum.value();
            if ((kind & CarryArithmetic.OUT) != 0) {
                carries = (carries & ~(1 << l)) | (sum.carry() << l);
            }
        }
        warp.setCarry(carries);
    }
}
