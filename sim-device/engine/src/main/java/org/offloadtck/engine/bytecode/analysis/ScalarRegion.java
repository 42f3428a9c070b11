package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.program.DecodedFunction;

/// Consecutive instructions of a function that one lane executes with all branches between them:
/// from `from` to `to`, excluded. Instructions that are not compiled may be among them.
///
/// @param leaders program counters where blocks start, in the region
/// @param entries leaders at which the region can be entered. Except for the targets of backward
///   branches they are outside of loops, unless an instruction that is not compiled is before them,
///   so that most loops have one entry, as HotSpot's optimisations need.
public record ScalarRegion(
        DecodedFunction function,
        int from,
        int to,
        NavigableSet<Integer> leaders,
        NavigableSet<Integer> entries) {

    /// One past the block that starts at a leader. The block ends after an unconditional branch,
    /// before an instruction that is not compiled, and before the next leader.
    public int end(InstructionView view, int leader) {
        int pc = leader;
        while (pc < to && isIncluded(view, pc) && (pc == leader || !leaders.contains(pc))) {
            pc++;
            if (view.op(pc - 1) == Op.BRANCH && !view.isGuarded(pc - 1)) {
                break;
            }
        }
        return pc;
    }

    private static boolean isIncluded(InstructionView view, int pc) {
        return view.op(pc) == Op.BRANCH || LanePhase.compilesForLane(view, pc);
    }

    /// The regions of a function, as large as HotSpot compiles methods.
    public static List<ScalarRegion> of(InstructionView view, DecodedFunction function) {
        return new Partition(view, function).regions();
    }

    /// The computation of the regions of one function.
    private static final class Partition {

        private final InstructionView view;
        private final DecodedFunction function;

        /// Largest cost of a region. An access of instrumented code costs twice as much.
        private final int most;

        private final NavigableSet<Integer> leaders = new TreeSet<>();
        private final NavigableSet<Integer> entries = new TreeSet<>();

        /// The last backward branch to each target.
        private final TreeMap<Integer, Integer> loops = new TreeMap<>();

        private final List<ScalarRegion> regions = new ArrayList<>();

        Partition(InstructionView view, DecodedFunction function) {
            this.view = view;
            this.function = function;
            this.most = view.isInstrumented() ? LanePhase.MOST / 2 : LanePhase.MOST;
        }

        List<ScalarRegion> regions() {
            findLeaders();
            int from = function.entry();
            int cost = 0;
            for (int pc = from; pc < function.end(); pc++) {
                cost += LanePhase.cost(view, pc);
                if (cost > most) {
                    int cut = cut(from, pc);
                    add(from, cut);
                    from = cut;
                    cost = cost(cut, pc + 1);
                }
            }
            add(from, function.end());
            return regions;
        }

        private void findLeaders() {
            leaders.add(function.entry());
            entries.add(function.entry());
            for (int pc = function.entry(); pc < function.end(); pc++) {
                int op = view.op(pc);
                view.branchTargets(pc).forEach(leaders::add);
                if (op == Op.BRANCH && view.x(pc) <= pc) {
                    entries.add(view.x(pc));
                    loops.put(view.x(pc), pc);
                }
                if (op == Op.BRANCH_INDEXED) {
                    view.branchTargets(pc).forEach(entries::add);
                }
                if (!isIncluded(view, pc) && pc + 1 < function.end()) {
                    leaders.add(pc + 1);
                    entries.add(pc + 1);
                }
            }
        }

        /// Where the region that starts at `from` and becomes too large at `pc` ends: at a leader
        /// outside of all loops that fit a region, or else at the last leader, or else at `pc`.
        private int cut(int from, int pc) {
            for (int leader : leaders.headSet(pc, true).descendingSet()) {
                if (leader > from && isOutsideLoops(leader)) {
                    return leader;
                }
            }
            var last = leaders.floor(pc);
            return last != null && last > from ? last : pc;
        }

        private boolean isOutsideLoops(int leader) {
            return loops.headMap(leader).entrySet().stream()
                    .noneMatch(loop ->
                            leader <= loop.getValue()
                                    && cost(loop.getKey(), loop.getValue()) <= most);
        }

        private int cost(int from, int to) {
            int cost = 0;
            for (int pc = from; pc < to; pc++) {
                cost += LanePhase.cost(view, pc);
            }
            return cost;
        }

        private void add(int from, int to) {
            var inside = new TreeSet<>(leaders.subSet(from, to));
            inside.add(from);
            var entered = new TreeSet<>(entries.subSet(from, to));
            entered.add(from);
            for (int pc = function.entry(); pc < function.end(); pc++) {
                boolean enters = view.op(pc) == Op.BRANCH && (pc < from || pc >= to);
                if (enters && inside.contains(view.x(pc))) {
                    entered.add(view.x(pc));
                }
            }
            regions.add(new ScalarRegion(function, from, to, inside, entered));
        }
    }
}
