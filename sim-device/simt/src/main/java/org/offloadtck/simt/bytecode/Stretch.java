package org.offloadtck.simt.bytecode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.Op;

/// Instructions that make a block: from `from` to `to`, excluded, of a function.
///
/// @param loops whether the last is a guarded branch to the first, and the others can be repeated
///   lane by lane: they do not store
record Stretch(DeviceFunction function, int from, int to, boolean loops) {

    /// Fewer instructions are not worth leaving the interpreter for.
    private static final int FEWEST = 2;

    int length() {
        return to - from;
    }

    /// The phases it is carried out in; a loop's round is one, the branch left out.
    List<Phase> phases(Listing listing) {
        return loops ? List.of(new Phase(from, to - 1)) : Phase.of(listing, from, to);
    }

    /// The blocks of a function: they begin where something may jump to, and after what is not
    /// compiled, and go on as far as nothing jumps into them.
    static List<Stretch> of(Listing listing, DeviceFunction function) {
        var starts = starts(listing, function);
        var stretches = new ArrayList<Stretch>();
        int from = starts.nextSetBit(function.entry());
        while (from >= 0) {
            int to = end(listing, function, starts, from);
            boolean loops = loops(listing, function, from, to);
            if (loops || to - from >= FEWEST) {
                stretches.add(new Stretch(function, from, loops ? to + 1 : to, loops));
            }
            from = starts.nextSetBit(from + 1);
        }
        return stretches;
    }

    private static BitSet starts(Listing listing, DeviceFunction function) {
        var starts = new BitSet();
        starts.set(function.entry());
        for (int pc = function.entry(); pc < function.end(); pc++) {
            int op = listing.op(pc);
            if (op == Op.BRANCH) {
                starts.set(listing.x(pc));
            }
            if (op == Op.BRANCH_INDEXED) {
                for (int i = 0; i < listing.y(pc); i++) {
                    starts.set(listing.listed(listing.x(pc) + i));
                }
            }
            if (!Phase.compiles(listing, pc) && pc + 1 < function.end()) {
                starts.set(pc + 1);
            }
        }
        return starts;
    }

    private static int end(Listing listing, DeviceFunction function, BitSet starts, int from) {
        int to = from;
        while (to < function.end()
                && Phase.compiles(listing, to)
                && (to == from || !starts.get(to))) {
            to++;
        }
        return to;
    }

    private static boolean loops(Listing listing, DeviceFunction function, int from, int to) {
        boolean returns =
                to < function.end()
                        && to > from
                        && listing.op(to) == Op.BRANCH
                        && listing.isGuarded(to)
                        && listing.x(to) == from;
        return returns && Phase.isRepeatable(listing, from, to);
    }
}
