package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.semantics.FloatRelation;

/// Instructions of a block that each lane executes completely before the next lane starts: from
/// `from` to `to`, excluded.
///
/// A store that other lanes may see, and an atomic, are phases of their own: all lanes load before
/// any lane executes the store. A phase that may decline has no effect on memory until all its
/// accesses are valid, so it does not store into the frame.
public record LanePhase(int from, int to) {

    private static final Set<Integer> INTEGER_RELATIONS =
            Set.of(
                    FloatRelation.EQUAL,
                    FloatRelation.LESS | FloatRelation.GREATER,
                    FloatRelation.LESS,
                    FloatRelation.LESS | FloatRelation.EQUAL,
                    FloatRelation.GREATER,
                    FloatRelation.GREATER | FloatRelation.EQUAL);

    /// Largest size of a method. HotSpot stops inlining at 8000 bytes of bytecode
    /// (`DesiredMethodLimit`), and does not compile larger methods (`HugeMethodLimit`).
    static final int MOST = 8000;

    /// Bytes of bytecode of an access after inlining.
    private static final int ACCESS = 250;

    private static final int FUNCTION = 150;
    private static final int OPERATION = 30;

    /// Whether an instruction can be compiled.
    static boolean compiles(InstructionView view, int pc) {
        return isCompilable(view, pc)
                && (!view.isInstrumented() || isPlain(view, pc))
                && (!view.isShared() || !ordersMemory(view, pc));
    }

    /// Whether an instruction can be compiled for a group of one lane. Observers of a region are
    /// told of accesses to local memory, too, and of no atomics.
    static boolean compilesForLane(InstructionView view, int pc) {
        boolean isLocal =
                isAccess(view, pc)
                        && view.op(pc) != Op.ATOMIC
                        && (view.space(pc) == MemorySpace.FRAME
                                || view.space(pc) == MemorySpace.LOCAL);
        boolean isRecordedAtomic = view.op(pc) == Op.ATOMIC && view.isInstrumented();
        return (compiles(view, pc) && !isRecordedAtomic)
                || (isLocal && isCompilable(view, pc) && view.isWeak(pc) && !view.isGuarded(pc));
    }

    /// Whether an instruction is a fence or an access that is not weak.
    private static boolean ordersMemory(InstructionView view, int pc) {
        return view.op(pc) == Op.NOTHING || (isAccess(view, pc) && !view.isWeak(pc));
    }

    /// Whether the accesses of an instruction are all that an observer needs: see [BlockSummary].
    private static boolean isPlain(InstructionView view, int pc) {
        int op = view.op(pc);
        boolean fits =
                !isAccess(view, pc)
                        || (view.isWeak(pc)
                                && view.space(pc) != MemorySpace.FRAME
                                && view.space(pc) != MemorySpace.LOCAL);
        boolean isRecorded = op != Op.ATOMIC || (view.recordsReductions() && view.isReduction(pc));
        return fits && isRecorded && op != Op.NOTHING && !view.isGuarded(pc);
    }

    private static boolean isCompilable(InstructionView view, int pc) {
        int op = view.op(pc);
        return switch (op) {
            case Op.LOAD, Op.STORE -> view.space(pc) != MemorySpace.MBARRIER;
            case Op.NOTHING,
                    Op.FRAME_ADDRESS,
                    Op.IS_SPACE,
                    Op.LANE_FUNCTION,
                    Op.SELECT,
                    Op.UNPACK,
                    Op.PACK,
                    Op.PREDICATE_MOVE,
                    Op.PREDICATE_NOT,
                    Op.PREDICATE_AND,
                    Op.PREDICATE_OR,
                    Op.PREDICATE_XOR,
                    Op.BIT_INSERT ->
                    true;
            case Op.ATOMIC ->
                    view.space(pc) == MemorySpace.SHARED && view.isAtom(pc) && view.isReduction(pc);
            case Op.COMPARE, Op.COMPARE_TO_REGISTER -> isCompilableComparison(view, pc);
            default -> op >= Op.FIRST_PURE;
        };
    }

    /// Whether a comparison is compiled: of integers with one of the six ordered relations, or of
    /// floating-point numbers. The rare ones are interpreted.
    private static boolean isCompilableComparison(InstructionView view, int pc) {
        int accepted = view.x(pc) & ComparisonKind.RELATIONS;
        return switch (view.x(pc) & ~ComparisonKind.RELATIONS) {
            case ComparisonKind.LONG,
                    ComparisonKind.UNSIGNED_LONG,
                    ComparisonKind.INT,
                    ComparisonKind.SHORT ->
                    INTEGER_RELATIONS.contains(accepted);
            case ComparisonKind.FLOAT,
                    ComparisonKind.FLOAT_FLUSHED,
                    ComparisonKind.DOUBLE,
                    ComparisonKind.HALF ->
                    true;
            default -> false;
        };
    }

    /// Whether lanes may execute the instructions from `from` to `to` any number of times, one lane
    /// after another, in one method.
    static boolean isRepeatable(InstructionView view, int from, int to) {
        int cost = 0;
        for (int pc = from; pc < to; pc++) {
            if (view.op(pc) == Op.STORE || view.op(pc) == Op.ATOMIC) {
                return false;
            }
            cost += cost(view, pc);
        }
        return cost <= MOST;
    }

    /// The phases of the instructions from `from` to `to`, in order.
    static List<LanePhase> of(InstructionView view, int from, int to) {
        var phases = new ArrayList<LanePhase>();
        int start = from;
        int cost = 0;
        boolean declines = false;
        boolean stores = false;
        for (int pc = from; pc < to; pc++) {
            boolean alone = isShown(view, pc) || (pc > from && isShown(view, pc - 1));
            boolean mixes =
                    (declines && storesInFrame(view, pc)) || (stores && mayDecline(view, pc));
            if (pc > start && (alone || mixes || cost + cost(view, pc) > MOST)) {
                phases.add(new LanePhase(start, pc));
                start = pc;
                cost = 0;
                declines = false;
                stores = false;
            }
            cost += cost(view, pc);
            declines |= mayDecline(view, pc);
            stores |= storesInFrame(view, pc);
        }
        phases.add(new LanePhase(start, to));
        return phases;
    }

    /// Whether the phase is an atomic. The addresses of all lanes are checked before any lane
    /// executes it, for it cannot be undone.
    public boolean isAtomic(InstructionView view) {
        return view.op(from) == Op.ATOMIC;
    }

    /// Whether the phase is a store that other lanes may see. Observers are notified before it.
    public boolean isShown(InstructionView view) {
        return isShown(view, from);
    }

    /// Whether other lanes may see the effect of an instruction on memory.
    private static boolean isShown(InstructionView view, int pc) {
        return view.op(pc) == Op.ATOMIC || (view.op(pc) == Op.STORE && mayDecline(view, pc));
    }

    private static boolean storesInFrame(InstructionView view, int pc) {
        return view.op(pc) == Op.STORE && view.space(pc) == MemorySpace.FRAME;
    }

    public static boolean isAccess(InstructionView view, int pc) {
        int op = view.op(pc);
        return op == Op.LOAD || op == Op.STORE || op == Op.ATOMIC;
    }

    /// Whether an instruction may fault.
    public static boolean mayDecline(InstructionView view, int pc) {
        return isAccess(view, pc) && view.space(pc) != MemorySpace.FRAME;
    }

    static int cost(InstructionView view, int pc) {
        return switch (view.op(pc)) {
            case Op.LOAD, Op.STORE, Op.ATOMIC -> ACCESS * Math.max(1, view.elements(pc));
            case Op.LANE_FUNCTION -> FUNCTION;
            default -> OPERATION;
        };
    }
}
