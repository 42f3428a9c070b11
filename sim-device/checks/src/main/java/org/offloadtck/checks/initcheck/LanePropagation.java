package org.offloadtck.checks.initcheck;

import org.offloadtck.checks.initcheck.UninitialisedBits.Operands;
import org.offloadtck.engine.code.CarryArithmetic;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Propagates uninitialised bits through register instructions lane by lane: the slow path, since
/// uninitialised bits are rare.
final class LanePropagation {

    private static final int LANES = Code.LANES;
    private static final long ALL = -1;
    private static final long LOW_HALF = 0xffff;

    private final Code code;
    private final int[] words;
    private final int[] lists;
    private final PredicatePropagation predicates;

    LanePropagation(Code code, PredicatePropagation predicates) {
        this.code = code;
        this.words = code.words();
        this.lists = code.operandLists();
        this.predicates = predicates;
    }

    /// The lanes that execute an instruction.
    ///
    /// @param unknown lanes in which an operand has uninitialised bits
    record Lanes(int active, int unknown) {}

    /// The rows of the operands of an instruction.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    private record Rows(WarpShadow values, long[] r, int a, int b, int c) {

        Operands at(int lane) {
            return new Operands(
                    r[a + lane],
                    values.bits(a, lane),
                    r[b + lane],
                    values.bits(b, lane),
                    r[c + lane],
                    values.bits(c, lane));
        }

        /// The origin of the first operand with uninitialised bits.
        int origin(int lane) {
            if (values.bits(a, lane) != 0) {
                return values.origin(a, lane);
            }
            return values.origin(values.bits(b, lane) != 0 ? b : c, lane);
        }
    }

    private int row(int at, int word, int base) {
        return ShadowPropagation.row(words[at + word], base);
    }

    private Rows rows(WarpShadow values, Warp warp, LaneGroup group) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int arity = ShadowPropagation.arity(words[at]);
        int a = row(at, Code.A, base);
        int b = arity > 1 ? row(at, Code.B, base) : Code.SINK_ROW;
        int c = arity > 2 ? row(at, Code.C, base) : Code.SINK_ROW;
        return new Rows(values, warp.registers(), a, b, c);
    }

    void pure(WarpShadow values, Warp warp, LaneGroup group, Lanes lanes) {
        int at = group.pc() * Code.STRIDE;
        int d = row(at, Code.D, group.frame().firstRow());
        var rows = rows(values, warp, group);
        for (int rest = lanes.unknown(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            values.set(d, l, UninitialisedBits.ofPure(words[at], rows.at(l)), rows.origin(l));
        }
        values.unknown[d / LANES] &= ~(lanes.active() & ~lanes.unknown());
    }

    void other(WarpShadow values, Warp warp, LaneGroup group, Lanes lanes) {
        switch (words[group.pc() * Code.STRIDE]) {
            case Op.LANE_FUNCTION -> function(values, warp, group, lanes);
            case Op.COMPARE_TO_REGISTER -> compare(values, warp, group, lanes);
            case Op.SELECT -> select(values, warp, group, lanes.active());
            case Op.PACK -> pack(values, group, lanes.active());
            case Op.UNPACK -> unpack(values, group, lanes.active());
            case Op.BIT_INSERT -> insert(values, warp, group, lanes.active());
            default -> carry(values, group, lanes);
        }
    }

    private void function(WarpShadow values, Warp warp, LaneGroup group, Lanes lanes) {
        int at = group.pc() * Code.STRIDE;
        int d = row(at, Code.D, group.frame().firstRow());
        var rows = rows(values, warp, group);
        var instruction = code.instructions().get(group.pc());
        var function = code.laneFunctions()[words[at + Code.X]];
        for (int rest = lanes.unknown(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long bits = UninitialisedBits.ofFunction(instruction, function, rows.at(l));
            values.set(d, l, bits, rows.origin(l));
        }
        values.unknown[d / LANES] &= ~(lanes.active() & ~lanes.unknown());
    }

    private void compare(WarpShadow values, Warp warp, LaneGroup group, Lanes lanes) {
        int d = row(group.pc() * Code.STRIDE, Code.D, group.frame().firstRow());
        int unknown = predicates.compared(values, warp, group, lanes.active());
        var compared = new Lanes(lanes.active(), unknown);
        int unknownHigh = predicates.comparedHigh(values, warp, group, compared);
        for (int rest = lanes.active(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int origin = predicates.origin(values, group, l);
            long low = (unknown >>> l & 1) != 0 ? LOW_HALF : 0;
            long above = (unknownHigh >>> l & 1) != 0 ? ~LOW_HALF : 0;
            values.set(d, l, low | above, origin);
        }
    }

    private void select(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int d = row(at, Code.D, base);
        int a = row(at, Code.A, base);
        int b = row(at, Code.B, base);
        int by = predicates.source(words[at + Code.C], group);
        int any = values.unknown[a / LANES] | values.unknown[b / LANES] | values.predicates[by];
        int without = any & active;
        int first = predicates.holds(warp, group, words[at + Code.C]);
        long[] r = warp.registers();
        for (int rest = without; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int chosen = (first >>> l & 1) != 0 ? a : b;
            if ((values.predicates[by] >>> l & 1) != 0) {
                long bits = values.bits(a, l) | values.bits(b, l) | (r[a + l] ^ r[b + l]);
                values.set(d, l, bits, values.predicateOrigin(by, l));
            } else {
                values.set(d, l, values.bits(chosen, l), values.origin(chosen, l));
            }
        }
        values.unknown[d / LANES] &= ~(active & ~without);
    }

    private void unpack(WarpShadow values, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int a = row(at, Code.A, base);
        int width = words[at + Code.Y];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long bits = values.bits(a, l);
            int origin = values.origin(a, l);
            for (int e = 0; e < words[at + Code.X]; e++) {
                int d = ShadowPropagation.row(lists[words[at + Code.C] + e], base);
                values.set(d, l, bits >>> (e * width) & (1L << width) - 1, origin);
            }
        }
    }

    private void pack(WarpShadow values, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int d = row(at, Code.D, base);
        int width = words[at + Code.Y];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long bits = 0;
            int origin = Origins.UNKNOWN;
            for (int e = 0; e < words[at + Code.X]; e++) {
                int a = ShadowPropagation.row(lists[words[at + Code.C] + e], base);
                long part = values.bits(a, l) & (1L << width) - 1;
                origin = part != 0 ? values.origin(a, l) : origin;
                bits |= part << (e * width);
            }
            values.set(d, l, bits, origin);
        }
    }

    /// `bfi`: exact if the position and length are initialised.
    private void insert(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        long[] r = warp.registers();
        int a = row(at, Code.A, base);
        int b = row(at, Code.B, base);
        int position = row(at, Code.C, base);
        int length = row(at, Code.X, base);
        int d = row(at, Code.D, base);
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            long field = values.bits(a, l);
            long others = values.bits(b, l);
            boolean everywhere = (values.bits(position, l) | values.bits(length, l)) != 0;
            int from = (int) r[position + l];
            int count = (int) r[length + l];
            long bits = Integers.insert(field, others, from, count, words[at + Code.Y]);
            values.set(d, l, everywhere ? ALL : bits, values.origin(field != 0 ? a : b, l));
        }
    }

    private void carry(WarpShadow values, LaneGroup group, Lanes lanes) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int a = row(at, Code.A, base);
        int b = row(at, Code.B, base);
        int c = row(at, Code.C, base);
        int d = row(at, Code.D, base);
        int kind = words[at + Code.X];
        int third = (kind & CarryArithmetic.MULTIPLIES) != 0 ? values.unknown[c / LANES] : 0;
        int in = (kind & CarryArithmetic.IN) != 0 ? values.carry : 0;
        int unknown = (lanes.unknown() | third | in) & lanes.active();
        for (int rest = lanes.active(); rest != 0; rest &= rest - 1) {
            int l = Integer.numberOfTrailingZeros(rest);
            int origin = values.origin(values.bits(a, l) != 0 ? a : b, l);
            values.set(d, l, (unknown >>> l & 1) != 0 ? ALL : 0, origin);
        }
        if ((kind & CarryArithmetic.OUT) != 0) {
            values.carry = (values.carry & ~lanes.active()) | unknown;
        }
    }
}
