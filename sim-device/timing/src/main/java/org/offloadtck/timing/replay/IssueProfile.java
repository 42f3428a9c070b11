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

    /// A warp has waited until a time, for its reason, since the last report about it.
    ///
    /// @param until as [TaggedTime] has it
    void waited(WarpReplay warp, long until) {
        if (TaggedTime.time(until) > warp.idleSince) {
            waited(warp, WarpState.waitingFor(TaggedTime.use(until)), TaggedTime.time(until));
        }
    }

    /// A warp has waited until a cycle since the last report about it.
    void waited(WarpReplay warp, WarpState state, long until) {
        if (until > warp.idleSince) {
            add(warp, state, until - warp.idleSince);
        }
    }

    /// A warp was issued, for so many cycles.
    void issued(WarpReplay warp, int issues) {
        add(warp, WarpState.SELECTED, issues);
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
