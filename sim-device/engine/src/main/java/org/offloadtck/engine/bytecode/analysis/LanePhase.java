package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.bytecode.ComparisonEmitter;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Instructions of a block that each lane carries out before the next lane does, from `from` to
/// `to`, excluded.
///
/// A store that may be seen by others, and an atomic, is a phase of its own: what lanes load before
/// it, they all load before any of them stores. A phase that may turn out to do wrong leaves memory
/// alone until it knows, so it is not one that stores into the frame.
public record LanePhase(int from, int to) {

    /// What a method may cost. HotSpot stops inlining when it has gathered 8000 bytes of bytecode
    /// (`DesiredMethodLimit`), and does not compile methods of more (`HugeMethodLimit`).
    private static final int MOST = 8000;

    /// What an access comes to once everything behind it is inlined, in bytes of bytecode.
    private static final int ACCESS = 250;

    private static final int FUNCTION = 150;
    private static final int OPERATION = 30;

    /// Whether an instruction can be compiled.
    static boolean compiles(InstructionView listing, int pc) {
        return isCompilable(listing, pc) && (!listing.isInstrumented() || isPlain(listing, pc));
    }

    /// Whether who is told of accesses needs to know nothing else of an instruction: see
    /// [BlockSummary].
    private static boolean isPlain(InstructionView listing, int pc) {
        int op = listing.op(pc);
        boolean fits =
                !isAccess(listing, pc)
                        || (listing.isWeak(pc)
                                && listing.space(pc) != MemorySpace.FRAME
                                && listing.space(pc) != MemorySpace.LOCAL);
        return fits && op != Op.NOTHING && op != Op.ATOMIC && !listing.isGuarded(pc);
    }

    private static boolean isCompilable(InstructionView listing, int pc) {
        int op = listing.op(pc);
        return switch (op) {
            case Op.NOTHING,
                    Op.LOAD,
                    Op.STORE,
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
            case Op.ATOMIC -> listing.space(pc) == MemorySpace.SHARED;
            case Op.COMPARE, Op.COMPARE_TO_REGISTER -> ComparisonEmitter.compiles(listing, pc);
            default -> op >= Op.FIRST_PURE;
        };
    }

    /// Whether lanes may carry out the instructions from `from` to `to` any number of times, one
    /// lane after another, in one method.
    static boolean isRepeatable(InstructionView listing, int from, int to) {
        int cost = 0;
        for (int pc = from; pc < to; pc++) {
            if (listing.op(pc) == Op.STORE || listing.op(pc) == Op.ATOMIC) {
                return false;
            }
            cost += cost(listing, pc);
        }
        return cost <= MOST;
    }

    /// The phases of the instructions from `from` to `to`, in order.
    static List<LanePhase> of(InstructionView listing, int from, int to) {
        var phases = new ArrayList<LanePhase>();
        int start = from;
        int cost = 0;
        boolean declines = false;
        boolean stores = false;
        for (int pc = from; pc < to; pc++) {
            boolean alone = isShown(listing, pc) || (pc > from && isShown(listing, pc - 1));
            boolean mixes =
                    (declines && storesInFrame(listing, pc)) || (stores && mayDecline(listing, pc));
            if (pc > start && (alone || mixes || cost + cost(listing, pc) > MOST)) {
                phases.add(new LanePhase(start, pc));
                start = pc;
                cost = 0;
                declines = false;
                stores = false;
            }
            cost += cost(listing, pc);
            declines |= mayDecline(listing, pc);
            stores |= storesInFrame(listing, pc);
        }
        phases.add(new LanePhase(start, to));
        return phases;
    }

    /// Whether the phase is an atomic: then all lanes' addresses are checked before any lane
    /// begins, for it cannot be done twice.
    public boolean isAtomic(InstructionView listing) {
        return listing.op(from) == Op.ATOMIC;
    }

    /// Whether the phase is a store that others may see: who is told of it is told before.
    public boolean isShown(InstructionView listing) {
        return isShown(listing, from);
    }

    /// Whether others may see what an instruction does to memory.
    private static boolean isShown(InstructionView listing, int pc) {
        return listing.op(pc) == Op.ATOMIC
                || (listing.op(pc) == Op.STORE && mayDecline(listing, pc));
    }

    private static boolean storesInFrame(InstructionView listing, int pc) {
        return listing.op(pc) == Op.STORE && listing.space(pc) == MemorySpace.FRAME;
    }

    public static boolean isAccess(InstructionView listing, int pc) {
        int op = listing.op(pc);
        return op == Op.LOAD || op == Op.STORE || op == Op.ATOMIC;
    }

    /// Whether an instruction may turn out to fault.
    public static boolean mayDecline(InstructionView listing, int pc) {
        return isAccess(listing, pc) && listing.space(pc) != MemorySpace.FRAME;
    }

    private static int cost(InstructionView listing, int pc) {
        return switch (listing.op(pc)) {
            case Op.LOAD, Op.STORE, Op.ATOMIC -> ACCESS * Math.max(1, listing.elements(pc));
            case Op.LANE_FUNCTION -> FUNCTION;
            default -> OPERATION;
        };
    }
}
