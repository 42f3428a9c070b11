package org.offloadtck.checks.initcheck;

import java.util.List;
import org.offloadtck.checks.finding.Defect.UninitialisedUse.ValueUse;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.code.TensorCopy;
import org.offloadtck.engine.texture.TexelInstruction;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Propagates uninitialised values through the registers of a warp, and reports them where they
/// decide control flow, a guard with an effect, or an address.
public final class ShadowPropagation {

    private static final int LANES = Code.LANES;

    private final int[] words;
    private final int[] lists;
    private final List<TexelInstruction> texels;
    private final List<TensorCopy> tensors;
    private final UninitialisedUseReporter reporter;
    private final LanePropagation rare;
    private final PredicatePropagation predicates;
    private final CollectivePropagation collectives;
    private final MatrixPropagation matrices;
    private final TensorMemoryPropagation tensorMemory;

    public ShadowPropagation(UninitialisedUseReporter reporter) {
        var code = reporter.symbolizer().image().code();
        this.words = code.words();
        this.lists = code.operandLists();
        this.texels = code.texelInstructions();
        this.tensors = code.tensorCopies();
        this.reporter = reporter;
        this.predicates = new PredicatePropagation(code);
        this.rare = new LanePropagation(code, predicates);
        this.collectives = new CollectivePropagation(code, predicates);
        this.tensorMemory = new TensorMemoryPropagation(code);
        this.matrices = new MatrixPropagation(code);
    }

    /// A group is about to execute an instruction.
    public void executes(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int op = words[at];
        int guard = words[at + Code.GUARD];
        if (guard != 0) {
            guard(values, warp, group, guard - 1);
        }
        if (active == 0) {
            return;
        }
        int base = group.frame().firstRow();
        if (op >= Op.FIRST_PURE) {
            int any = operands(values, at, base, arity(op)) & active;
            int d = row(words[at + Code.D], base);
            if (any == 0) {
                values.unknown[d / LANES] &= ~active;
            } else {
                rare.pure(values, warp, group, new LanePropagation.Lanes(active, any));
            }
            return;
        }
        other(values, warp, group, active);
    }

    static int arity(int op) {
        return switch (op) {
            case Op.MOVE, Op.SIGN_EXTEND32 -> 1;
            case Op.MULTIPLY_ADD32,
                    Op.MULTIPLY_ADD64,
                    Op.MULTIPLY_ADD_WIDE_SIGNED,
                    Op.FMA_FLOAT,
                    Op.FMA_DOUBLE,
                    Op.LANE_FUNCTION ->
                    3;
            default -> 2;
        };
    }

    private int operands(WarpShadow values, int at, int base, int count) {
        int[] unknown = values.unknown;
        int any = unknown[row(words[at + Code.A], base) / LANES];
        if (count > 1) {
            any |= unknown[row(words[at + Code.B], base) / LANES];
        }
        if (count > 2) {
            any |= unknown[row(words[at + Code.C], base) / LANES];
        }
        return any;
    }

    public static int row(int operand, int base) {
        return operand >= 0 ? base + operand : ~operand;
    }

    private void other(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        switch (words[at]) {
            case Op.LANE_FUNCTION, Op.COMPARE_TO_REGISTER, Op.BIT_INSERT, Op.CARRY ->
                    computed(values, warp, group, active);
            case Op.SELECT -> select(values, warp, group, active);
            case Op.PACK, Op.UNPACK ->
                    rare.other(values, warp, group, new LanePropagation.Lanes(active, active));
            case Op.COMPARE,
                    Op.IS_SPACE,
                    Op.PREDICATE_MOVE,
                    Op.PREDICATE_NOT,
                    Op.PREDICATE_AND,
                    Op.PREDICATE_OR,
                    Op.PREDICATE_XOR ->
                    predicates.executes(values, warp, group, active);
            case Op.FRAME_ADDRESS, Op.ALLOCA, Op.STACK_SAVE, Op.CLOCK, Op.ACTIVE_MASK ->
                    values.unknown[row(words[at + Code.D], base) / LANES] &= ~active;
            case Op.BRANCH_INDEXED, Op.CALL_INDIRECT ->
                    judged(values, warp, group, active, ValueUse.JUMP_TARGET);
            case Op.LOAD, Op.STORE, Op.ATOMIC -> address(values, warp, group, active);
            case Op.TEXTURE_FETCH, Op.SURFACE_LOAD, Op.SURFACE_STORE ->
                    texels(values, warp, group, active);
            case Op.BULK_COPY -> ranges(values, warp, group, active);
            case Op.TENSOR_COPY -> box(values, warp, group, active);
            case Op.SHUFFLE, Op.MATCH, Op.WARP_REDUCE, Op.VOTE, Op.BARRIER_REDUCE ->
                    collectives.arrives(values, group, active);
            case Op.TENSOR_MEMORY -> tensorMemory.executes(values, warp, group, active);
            case Op.TENSOR_CORE -> operands(values, warp, group, active);
            case Op.MATRIX_PRODUCT -> matrices.executes(values, group, active);
            default -> {}
        }
    }

    private void computed(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int count = words[at] == Op.LANE_FUNCTION ? 3 : 2;
        int any = operands(values, at, base, count) & active;
        if (any == 0 && words[at] == Op.LANE_FUNCTION) {
            values.unknown[row(words[at + Code.D], base) / LANES] &= ~active;
        } else {
            rare.other(values, warp, group, new LanePropagation.Lanes(active, any));
        }
    }

    private void select(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        int by = values.predicates[predicates.source(words[at + Code.C], group)];
        if (((operands(values, at, base, 2) | by) & active) == 0) {
            values.unknown[row(words[at + Code.D], base) / LANES] &= ~active;
        } else {
            rare.other(values, warp, group, new LanePropagation.Lanes(active, active));
        }
    }

    private void address(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int space = MemoryAccess.space(words[group.pc() * Code.STRIDE + Code.Y]);
        if (space != MemorySpace.FRAME) {
            judged(values, warp, group, active, ValueUse.ADDRESS);
        }
    }

    /// The handle and the coordinates of an instruction on a texture or surface are its address.
    private void texels(WarpShadow values, Warp warp, LaneGroup group, int active) {
        judged(values, warp, group, active, ValueUse.ADDRESS);
        int at = group.pc() * Code.STRIDE;
        boolean fetches = words[at] == Op.TEXTURE_FETCH;
        int first = words[at + (fetches ? Code.B : Code.C)];
        for (int i = 0; i < texels.get(words[at + Code.X]).operands(); i++) {
            judged(values, warp, group, active, lists[first + i], ValueUse.ADDRESS);
        }
    }

    /// Addresses, size and mask of a bulk copy decide which bytes it accesses.
    private void ranges(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        for (int word : new int[] {Code.A, Code.B, Code.C, Code.D}) {
            judged(values, warp, group, active, words[at + word], ValueUse.ADDRESS);
        }
    }

    /// Addresses and descriptors decide which cells an instruction on tensor memory accesses.
    private void operands(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        for (int i = 0; i < words[at + Code.B]; i++) {
            judged(values, warp, group, active, lists[words[at + Code.C] + i], ValueUse.ADDRESS);
        }
    }

    /// The addresses, coordinates and mask of a copy of a tensor decide which bytes it accesses.
    private void box(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        judged(values, warp, group, active, ValueUse.ADDRESS);
        judged(values, warp, group, active, words[at + Code.C], ValueUse.ADDRESS);
        int count = tensors.get(words[at + Code.X]).coordinates();
        for (int i = 0; i <= count; i++) {
            judged(values, warp, group, active, lists[words[at + Code.B] + i], ValueUse.ADDRESS);
        }
        values.unknown[row(words[at + Code.D], group.frame().firstRow()) / LANES] &= ~active;
    }

    private void judged(WarpShadow values, Warp warp, LaneGroup group, int active, ValueUse what) {
        judged(values, warp, group, active, words[group.pc() * Code.STRIDE + Code.A], what);
    }

    private void judged(
            WarpShadow values, Warp warp, LaneGroup group, int active, int operand, ValueUse what) {
        int row = row(operand, group.frame().firstRow());
        int lanes = values.unknown[row / LANES] & active;
        if (lanes != 0) {
            reporter.register(
                    values, warp, group, new UninitialisedUseReporter.Use(row, lanes, what));
        }
    }

    /// Handles a guard that is uninitialised. It decides whether the instruction takes effect; if
    /// the instruction only writes a register, the register becomes uninitialised instead.
    private void guard(WarpShadow values, Warp warp, LaneGroup group, int source) {
        int at = group.pc() * Code.STRIDE;
        int predicate = row(source >> 1, group.frame().firstPredicate());
        int lanes = values.predicates[predicate] & group.mask();
        if (lanes == 0) {
            return;
        }
        int op = words[at];
        boolean writesMemory = op == Op.ATOMIC || Op.isBulkCopy(op) || Op.isStore(op);
        if (op < Op.FIRST_SEQUENTIAL || writesMemory) {
            var what = op == Op.BRANCH ? ValueUse.BRANCH : ValueUse.GUARD;
            reporter.predicate(
                    values, warp, group, new UninitialisedUseReporter.Use(predicate, lanes, what));
        } else {
            collectives.guarded(values, group, predicate, lanes);
        }
    }

    /// The lanes of a group receive the values of a shuffle.
    public void shuffles(WarpShadow values, LaneGroup group, int[] sources) {
        collectives.shuffles(values, group, sources);
    }

    /// Whether a comparison also combines its result with a predicate.
    static boolean isCombined(int y) {
        return (y & 3) != ComparisonKind.ALONE;
    }
}
