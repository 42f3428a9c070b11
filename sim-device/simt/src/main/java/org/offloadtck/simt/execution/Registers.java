package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.CarryArithmetic;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Comparisons;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.image.Space;
import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.semantics.Integers;
import org.offloadtck.simt.semantics.LaneFunction;

/// Carries out instructions that read and write registers and predicates only.
final class Registers {

    private static final int ALL = -1;

    /// The first row of the register file, where pure operations put the lanes of a row of which
    /// only some are wanted.
    private static final int SCRATCH = 0;

    private static final long LOW_HALF = 0xffff;

    private final int[] words;
    private final int[] lists;
    private final LaneFunction[] functions;

    Registers(Code code) {
        this.words = code.words();
        this.lists = code.lists();
        this.functions = code.functions();
    }

    void pure(Warp warp, int op, int at, int base, int active) {
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], base);
        int b = warp.row(words[at + Code.B], base);
        int c = warp.row(words[at + Code.C], base);
        int d = warp.row(words[at + Code.D], base);
        if (active == ALL) {
            PureOperations.execute(op, r, d, a, b, c);
        } else {
            PureOperations.execute(op, r, SCRATCH, a, b, c);
            Lanes.merge(r, d, SCRATCH, active);
        }
    }

    /// Sets the destination row of an instruction to the same value in every active lane.
    void set(Warp warp, Frame frame, int at, int active, long value) {
        long[] r = warp.registers();
        int d = warp.row(words[at + Code.D], frame.rows());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            r[d + Integer.numberOfTrailingZeros(rest)] = value;
        }
    }

    void straight(Warp warp, Frame frame, int op, int at, int active) {
        switch (op) {
            case Op.COMPARE -> compare(warp, frame, at, active);
            case Op.SELECT -> select(warp, frame, at, active);
            case Op.LANE_FUNCTION -> function(warp, frame, at, active);
            case Op.FRAME_ADDRESS -> {
                long window = (long) words[at + Code.Y] << Integer.SIZE;
                set(warp, frame, at, active, window + frame.local() + words[at + Code.X]);
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

    private int relation(Warp warp, Frame frame, int at) {
        int a = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        return Comparison.of(words[at + Code.X], warp.registers(), a, b);
    }

    /// What a comparison says besides [#relation]: of pairs how the high halves compare, else
    /// `otherwise`.
    private int relationOfHigh(Warp warp, Frame frame, int at, int otherwise) {
        int comparison = words[at + Code.X];
        if (!Comparisons.isOfPairs(comparison)) {
            return otherwise;
        }
        int a = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        return Comparison.ofHigh(comparison, warp.registers(), a, b);
    }

    private void compare(Warp warp, Frame frame, int at, int active) {
        int holds = relation(warp, frame, at);
        int other = relationOfHigh(warp, frame, at, ~holds);
        int y = words[at + Code.Y];
        int combination = y & 3;
        int p = frame.predicates();
        if (combination == Comparisons.ALONE) {
            warp.setPredicate(words[at + Code.D], p, active, holds);
            warp.setPredicate(y >> 2, p, active, other);
            return;
        }
        int with = warp.holds(words[at + Code.C], p);
        warp.setPredicate(words[at + Code.D], p, active, combine(combination, holds, with));
        warp.setPredicate(y >> 2, p, active, combine(combination, other, with));
    }

    private static int combine(int combination, int left, int right) {
        return switch (combination) {
            case Comparisons.ALONE -> left;
            case Comparisons.AND -> left & right;
            case Comparisons.OR -> left | right;
            default -> left ^ right;
        };
    }

    private void compareToRegister(Warp warp, Frame frame, int at, int active) {
        int y = words[at + Code.Y];
        int combination = y & 3;
        int holds = relation(warp, frame, at);
        int high = relationOfHigh(warp, frame, at, holds);
        if (combination != Comparisons.ALONE) {
            int with = warp.holds(words[at + Code.C], frame.predicates());
            holds = combine(combination, holds, with);
            high = combine(combination, high, with);
        }
        long[] r = warp.registers();
        int d = warp.row(words[at + Code.D], frame.rows());
        int yes = warp.row(y >> 2, frame.rows());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long low = (holds >>> l & 1) != 0 ? LOW_HALF : 0;
            long above = (high >>> l & 1) != 0 ? ~LOW_HALF : 0;
            r[d + l] = r[yes + l] & (low | above);
        }
    }

    private void select(Warp warp, Frame frame, int at, int active) {
        int first = warp.holds(words[at + Code.C], frame.predicates());
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        int d = warp.row(words[at + Code.D], frame.rows());
        if (active == ALL) {
            Lanes.select(r, d, a, b, first);
        } else {
            Lanes.select(r, SCRATCH, a, b, first);
            Lanes.merge(r, d, SCRATCH, active);
        }
    }

    private void function(Warp warp, Frame frame, int at, int active) {
        var function = functions[words[at + Code.X]];
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        int c = warp.row(words[at + Code.C], frame.rows());
        int d = warp.row(words[at + Code.D], frame.rows());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            r[d + l] = function.apply(r[a + l], r[b + l], r[c + l]);
        }
    }

    private void predicate(Warp warp, Frame frame, int op, int at, int active) {
        int p = frame.predicates();
        int a = warp.holds(words[at + Code.A], p);
        int b = warp.holds(words[at + Code.B], p);
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

    private void isSpace(Warp warp, Frame frame, int at, int active) {
        long wanted =
                switch (words[at + Code.X]) {
                    case Space.SHARED -> AddressSpace.SHARED;
                    case Space.LOCAL -> AddressSpace.LOCAL;
                    case Space.PARAMETER -> AddressSpace.PARAM;
                    default -> AddressSpace.GLOBAL;
                };
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.rows());
        int holds = 0;
        for (int l = 0; l < Code.LANES; l++) {
            holds |= (AddressSpace.window(r[a + l]) == wanted ? 1 : 0) << l;
        }
        warp.setPredicate(words[at + Code.D], frame.predicates(), active, holds);
    }

    private void unpack(Warp warp, Frame frame, int at, int active) {
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.rows());
        int bits = words[at + Code.Y];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long value = r[a + l];
            for (int e = 0; e < words[at + Code.X]; e++) {
                int d = warp.row(lists[words[at + Code.C] + e], frame.rows());
                r[d + l] = Integers.truncate(value >>> (e * bits), bits);
            }
        }
    }

    private void pack(Warp warp, Frame frame, int at, int active) {
        long[] r = warp.registers();
        int d = warp.row(words[at + Code.D], frame.rows());
        int bits = words[at + Code.Y];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long value = 0;
            for (int e = 0; e < words[at + Code.X]; e++) {
                int a = warp.row(lists[words[at + Code.C] + e], frame.rows());
                value |= Integers.truncate(r[a + l], bits) << (e * bits);
            }
            r[d + l] = value;
        }
    }

    private void insert(Warp warp, Frame frame, int at, int active) {
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        int position = warp.row(words[at + Code.C], frame.rows());
        int length = warp.row(words[at + Code.X], frame.rows());
        int d = warp.row(words[at + Code.D], frame.rows());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int from = (int) r[position + l];
            int count = (int) r[length + l];
            r[d + l] = Integers.insert(r[a + l], r[b + l], from, count, words[at + Code.Y]);
        }
    }

    private void carry(Warp warp, Frame frame, int at, int active) {
        int kind = words[at + Code.X];
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.rows());
        int b = warp.row(words[at + Code.B], frame.rows());
        int c = warp.row(words[at + Code.C], frame.rows());
        int d = warp.row(words[at + Code.D], frame.rows());
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
