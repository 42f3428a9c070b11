package org.offloadtck.engine.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.texture.TexelInstruction;

/// Finds the accesses through generic addresses that cannot be of global memory, independent of the
/// caller: those whose address is below the global window, as the address of a shared variable
/// after `cvta`.
///
/// The analysis tracks a [ValueRange] for each register, through branches. A value from memory,
/// from a caller or of an unwritten register may be any number. An address below global memory is
/// in a window of the CTA or the thread, or in no window, which is a fault.
final class AddressRangeAnalysis {

    /// Number of rounds after which a range that still grows at a branch target is widened to any
    /// value.
    private static final int ROUNDS = 3;

    private final Code code;
    private final int[] words;
    private final DecodedFunction function;
    private final Map<Integer, ValueRange> specials = new HashMap<>();

    /// The ranges of rows at branch targets; an absent row may have any value.
    private final Map<Integer, Map<Integer, ValueRange>> branchTargets = new HashMap<>();

    private final BitSet own = new BitSet();
    private Map<Integer, ValueRange> rows = new HashMap<>();
    private boolean fallsThrough;
    private boolean changes = true;
    private int round;

    private AddressRangeAnalysis(Code code, DecodedFunction function) {
        this.code = code;
        this.words = code.words();
        this.function = function;
        code.constants()
                .specials()
                .forEach((register, row) ->
                        specials.put(
                                ~row,
                                register.name().type().bits() > Integer.SIZE
                                        ? ValueRange.ANY
                                        : ValueRange.WORD));
    }

    /// Program counters of the accesses that cannot be of global memory.
    static BitSet ownAccesses(Code code, DecodedFunction function) {
        var ranges = new AddressRangeAnalysis(code, function);
        while (ranges.changes) {
            ranges.changes = false;
            ranges.own.clear();
            ranges.walk();
            ranges.round++;
        }
        return ranges.own;
    }

    private void walk() {
        rows.clear();
        fallsThrough = true;
        for (int pc = function.entry(); pc < function.end(); pc++) {
            if (branchTargets.containsKey(pc)) {
                if (fallsThrough) {
                    join(pc);
                }
                rows = new HashMap<>(branchTargets.getOrDefault(pc, rows));
                fallsThrough = true;
            }
            if (fallsThrough) {
                step(pc);
            }
        }
    }

    /// Joins the current ranges with those at a branch target.
    private void join(int target) {
        if (!branchTargets.containsKey(target)) {
            branchTargets.put(target, new HashMap<>(rows));
            changes = true;
        }
        branchTargets
                .getOrDefault(target, rows)
                .entrySet()
                .removeIf(entry -> {
                    var both = entry.getValue().or(row(entry.getKey()));
                    boolean grows = !both.equals(entry.getValue());
                    changes |= grows;
                    entry.setValue(both);
                    return both.equals(ValueRange.ANY) || (grows && round >= ROUNDS);
                });
    }

    private void step(int pc) {
        int at = pc * Code.STRIDE;
        boolean guarded = words[at + Code.GUARD] != 0;
        switch (words[at + Code.OP]) {
            case Op.BRANCH, Op.BRANCH_INDEXED -> {
                code.branchTargets(pc).forEach(this::join);
                fallsThrough = guarded;
            }
            case Op.RETURN, Op.EXIT -> fallsThrough = guarded;
            case Op.LOAD -> load(pc);
            case Op.STORE -> look(pc);
            case Op.ATOMIC -> {
                look(pc);
                set(at, ValueRange.ANY);
            }
            case Op.UNPACK -> forget(words[at + Code.C], words[at + Code.X]);
            case Op.MATRIX_PRODUCT, Op.WARPGROUP_PRODUCT, Op.TENSOR_MEMORY ->
                    forget(words[at + Code.C], words[at + Code.A]);
            case Op.TEXTURE_FETCH -> forget(words[at + Code.D], TexelInstruction.Fetch.RESULTS);
            case Op.SURFACE_LOAD ->
                    forget(words[at + Code.D], MemoryAccess.vectorElements(words[at + Code.Y]));
            case Op.TENSOR_COPY -> set(at, ValueRange.ANY);
            case Op.NOTHING,
                    Op.BULK_COPY,
                    Op.TENSOR_CORE,
                    Op.SURFACE_STORE,
                    Op.CALL,
                    Op.CALL_INDIRECT,
                    Op.CALL_BUILTIN,
                    Op.BARRIER,
                    Op.CLUSTER_ARRIVE,
                    Op.CLUSTER_WAIT,
                    Op.WARP_BARRIER,
                    Op.COMPARE,
                    Op.IS_SPACE -> {}
            default -> set(at, result(at));
        }
    }

    private void look(int pc) {
        int at = pc * Code.STRIDE;
        boolean generic = MemoryAccess.space(words[at + Code.Y]) == MemorySpace.GENERIC;
        var address = row(words[at + Code.A]).plus(ValueRange.of(words[at + Code.X]));
        own.set(pc, generic && address.maximum() < AddressSpace.GLOBAL);
    }

    private void load(int pc) {
        look(pc);
        int at = pc * Code.STRIDE;
        int y = words[at + Code.Y];
        int bits = Byte.SIZE * MemoryAccess.elementBytes(y);
        int extended = MemoryAccess.extendedBits(y);
        if (MemoryAccess.isVector(y)) {
            forget(words[at + Code.D], MemoryAccess.vectorElements(y));
        } else if (bits == Long.SIZE) {
            set(at, ValueRange.ANY);
        } else if (!MemoryAccess.extendsSign(y)) {
            set(at, ValueRange.ofBits(bits));
        } else {
            set(
                    at,
                    extended == Long.SIZE
                            ? ValueRange.ofSigned(bits)
                            : ValueRange.ofBits(extended));
        }
    }

    /// The range of the result of an operation; any value for operations that addresses are not
    /// computed with.
    private ValueRange result(int at) {
        var a = row(words[at + Code.A]);
        var b = row(words[at + Code.B]);
        var c = row(words[at + Code.C]);
        return switch (words[at + Code.OP]) {
            case Op.MOVE -> a;
            case Op.ADD64 -> a.plus(b);
            case Op.SUBTRACT64 -> a.minus(b);
            case Op.MULTIPLY64 -> a.times(b);
            case Op.MULTIPLY_ADD64 -> a.times(b).plus(c);
            case Op.MULTIPLY_WIDE_SIGNED -> a.signedWord().times(b.signedWord());
            case Op.MULTIPLY_ADD_WIDE_SIGNED -> a.signedWord().times(b.signedWord()).plus(c);
            case Op.SIGN_EXTEND32 -> a.signedWord();
            case Op.AND -> a.and(b);
            case Op.SHIFT_LEFT64 -> b.isIn(ValueRange.ofBits(5)) ? shifted(a, b) : ValueRange.ANY;
            case Op.SELECT -> a.or(b);
            case Op.FRAME_ADDRESS ->
                    ValueRange.WORD.plus(ValueRange.of((long) words[at + Code.Y] << Integer.SIZE));
            case Op.ADD32,
                    Op.SUBTRACT32,
                    Op.MULTIPLY32,
                    Op.MULTIPLY_ADD32,
                    Op.SHIFT_LEFT32,
                    Op.SHIFT_RIGHT_SIGNED32,
                    Op.MINIMUM32,
                    Op.MAXIMUM32 ->
                    ValueRange.WORD;
            default -> ValueRange.ANY;
        };
    }

    private static ValueRange shifted(ValueRange value, ValueRange count) {
        return value.times(new ValueRange(1L << count.minimum(), 1L << count.maximum()));
    }

    private ValueRange row(int operand) {
        if (operand >= 0) {
            return rows.getOrDefault(operand, ValueRange.ANY);
        }
        return specials.getOrDefault(operand, ValueRange.of(code.constants().values()[~operand]));
    }

    /// Sets the range of the destination row of an instruction.
    private void set(int at, ValueRange range) {
        int d = words[at + Code.D];
        boolean guarded = words[at + Code.GUARD] != 0;
        var held = guarded ? range.or(row(d)) : range;
        if (held.equals(ValueRange.ANY)) {
            rows.remove(d);
        } else if (d >= 0) {
            rows.put(d, held);
        }
    }

    private void forget(int first, int count) {
        Arrays.stream(code.operandLists(), first, first + count).forEach(rows::remove);
    }
}
