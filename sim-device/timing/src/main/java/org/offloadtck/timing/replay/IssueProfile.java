package org.offloadtck.timing.replay;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.timing.WarpState;
import org.offloadtck.timing.memory.TaggedTime;

/// What warps did while they were resident, by the instruction that each of them was at.
final class IssueProfile {

    private static final List<WarpState> STATES = List.of(WarpState.values());

    /// Of a launch whose instructions are not profiled.
    static final IssueProfile OFF = new IssueProfile(0);

    private final long[] cycles;

    /// @param instructions of the program
    IssueProfile(int instructions) {
        cycles = new long[instructions * STATES.size()];
    }

    boolean isOn() {
        return cycles.length > 0;
    }

    /// A warp issues. It has waited for its operands since the last report about it, and then for a
    /// unit or for its turn.
    ///
    /// @param unit the state of those that wait for its unit
    /// @param open when its unit was free
    void issued(WarpReplay warp, WarpState unit, long open, long now) {
        long operands = TaggedTime.time(warp.ready);
        if (operands > warp.idleSince) {
            waited(warp, WarpState.waitingFor(TaggedTime.use(warp.ready)), operands);
        }
        waited(warp, unit, open);
        waited(warp, WarpState.NOT_SELECTED, now);
        add(warp, WarpState.SELECTED, warp.cost.issues());
    }

    private void waited(WarpReplay warp, WarpState state, long until) {
        if (until > warp.idleSince) {
            add(warp, state, until - warp.idleSince);
        }
    }

    private void add(WarpReplay warp, WarpState state, long more) {
        cycles[warp.programCounter() * STATES.size() + state.code()] += more;
        warp.idleSince += more;
    }

    /// Cycles of warps at an instruction.
    Map<WarpState, Long> cycles(int programCounter) {
        var all = new EnumMap<WarpState, Long>(WarpState.class);
        for (var state : STATES) {
            long spent = cycles[programCounter * STATES.size() + state.code()];
            if (spent > 0) {
                all.put(state, spent);
            }
        }
        return all;
    }
}
