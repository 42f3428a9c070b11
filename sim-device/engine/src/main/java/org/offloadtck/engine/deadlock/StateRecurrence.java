package org.offloadtck.engine.deadlock;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Tells that a CTA goes round without end: all its threads are where they were, with all that they
/// know, and nothing they did in between changed global memory. So they will come there again,
/// until somebody else changes it.
///
/// The state after a turn is compared with an earlier one, which is taken anew after twice as many
/// turns each time, so that a round of any length is found (R. P. Brent, *An improved Monte Carlo
/// factorization algorithm*, BIT 20, 1980). A clock goes on, so code that reads one is never in the
/// same state again, unless the clock is stopped ([LivelockDetector]).
public final class StateRecurrence {

    private List<State> seen = List.of();
    private long turns;
    private long next;
    private long changes;
    private boolean isRound;

    /// Forgets all: another CTA begins.
    public void reset() {
        seen = List.of();
        turns = 0;
        next = 1;
        isRound = false;
    }

    /// Looks at a CTA after a turn.
    ///
    /// @param globalChanges grows whenever the launch changes global memory
    public void record(Cta cta, long globalChanges) {
        isRound = changes == globalChanges && seen.stream().anyMatch(state -> state.isThatOf(cta));
        turns++;
        if (changes != globalChanges) {
            turns = 1;
            next = 1;
        }
        changes = globalChanges;
        if (turns == next && !isRound) {
            seen = List.of(State.of(cta));
            next = 2 * turns;
        }
    }

    /// Whether it goes round as long as global memory stays as it was at so many changes.
    boolean hasRecurred(long globalChanges) {
        return isRound && changes == globalChanges;
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by isThatOf, element by element
    private record State(List<OfWarp> warps, byte[] shared) {

        static State of(Cta cta) {
            return new State(cta.warps().stream().map(OfWarp::of).toList(), cta.sharedBytes());
        }

        boolean isThatOf(Cta cta) {
            for (int w = 0; w < warps.size(); w++) {
                if (!warps.get(w).isThatOf(cta.warps().get(w))) {
                    return false;
                }
            }
            return Arrays.equals(shared, cta.sharedBytes());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // likewise
    private record OfWarp(
            List<OfGroup> groups, long[] registers, int[] predicates, int carry, long[] local) {

        static OfWarp of(Warp warp) {
            return new OfWarp(
                    warp.groups().stream().map(OfGroup::of).toList(),
                    warp.registers().clone(),
                    warp.predicates().clone(),
                    warp.carry(),
                    warp.localMemory().words());
        }

        /// Whether the warp is in this state again, each group that could run having run.
        boolean isThatOf(Warp warp) {
            return isAt(warp.groups())
                    && carry == warp.carry()
                    && Arrays.equals(predicates, warp.predicates())
                    && Arrays.equals(registers, warp.registers())
                    && Arrays.equals(local, warp.localMemory().words());
        }

        private boolean isAt(List<LaneGroup> now) {
            boolean same = now.size() == groups.size();
            for (int g = 0; same && g < groups.size(); g++) {
                same = groups.get(g).isThatOf(now.get(g));
            }
            return same;
        }
    }

    /// What decides what a group does next, and when it last ran.
    private record OfGroup(
            int mask, int pc, CallFrame frame, LaneGroup.State state, int waits, long lastTurn) {

        static OfGroup of(LaneGroup group) {
            return new OfGroup(
                    group.mask, group.pc, group.frame, group.state, waits(group), group.lastTurn);
        }

        private static int waits(LaneGroup group) {
            return switch (group.state) {
                case RUNNABLE -> 0;
                case AT_BARRIER -> group.barrier;
                case AT_COLLECTIVE -> group.awaited;
            };
        }

        boolean isThatOf(LaneGroup group) {
            boolean hasRun = !group.isRunnable() || group.lastTurn != lastTurn;
            return hasRun
                    && mask == group.mask
                    && pc == group.pc
                    && frame == group.frame
                    && state == group.state
                    && waits == waits(group);
        }
    }
}
