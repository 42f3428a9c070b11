package org.offloadtck.engine.deadlock;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Detects that a CTA has returned to an earlier state while global memory did not change. The CTA
/// then repeats itself until another CTA or the host changes global memory.
///
/// The state of a CTA is its program counters, call stacks, registers, predicates, local memory and
/// the shared memory of its cluster, which others of the cluster change, too. The state after a
/// turn is compared with a recorded state. A new state is recorded after 1, 2, 4, 8, … turns, so
/// that a cycle of any length is found (R. P. Brent, *An improved Monte Carlo factorization
/// algorithm*, BIT 20, 1980). Code that stores what it reads from the clock is in a new state after
/// each turn, unless the clock is frozen ([LivelockDetector]).
public final class StateRecurrence {

    private List<CtaState> seen = List.of();
    private long turns;
    private long next;
    private long changes;
    private boolean hasRecurred;

    /// Discards the recorded states, for another CTA or another mode of the clock.
    public void reset() {
        seen = List.of();
        turns = 0;
        next = 1;
        hasRecurred = false;
    }

    /// Compares and records the state of a CTA after a turn. A turn in which global memory changed
    /// costs nothing.
    ///
    /// @param globalChanges [org.offloadtck.engine.launch.RunningCounters#globalChanges]
    public void record(Cta cta, long globalChanges) {
        if (changes != globalChanges) {
            changes = globalChanges;
            reset();
            return;
        }
        hasRecurred = seen.stream().anyMatch(state -> state.matches(cta));
        turns++;
        if (turns == next && !hasRecurred) {
            seen = List.of(CtaState.of(cta));
            next = 2 * turns;
        }
    }

    /// Whether the CTA repeats itself while global memory is as it was at that number of changes.
    boolean hasRecurred(long globalChanges) {
        return hasRecurred && changes == globalChanges;
    }

    @SuppressWarnings("ArrayRecordComponent") // matches() compares the elements
    private record CtaState(List<WarpState> warps, byte[][] shared) {

        static CtaState of(Cta cta) {
            return new CtaState(cta.warps().stream().map(WarpState::of).toList(), shared(cta));
        }

        private static byte[][] shared(Cta cta) {
            return cta.cluster().ctas().stream().map(Cta::sharedBytes).toArray(byte[][]::new);
        }

        boolean matches(Cta cta) {
            for (int w = 0; w < warps.size(); w++) {
                if (!warps.get(w).matches(cta.warps().get(w))) {
                    return false;
                }
            }
            return Arrays.deepEquals(shared, shared(cta));
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // matches() compares the elements
    private record WarpState(
            List<GroupState> groups, long[] registers, int[] predicates, int carry, long[] local) {

        static WarpState of(Warp warp) {
            return new WarpState(
                    warp.groups().stream().map(GroupState::of).toList(),
                    warp.registers().clone(),
                    warp.predicates().clone(),
                    warp.carry(),
                    warp.localMemory().words());
        }

        /// Whether the warp is in this state again and each runnable group has run since.
        boolean matches(Warp warp) {
            return groupsMatch(warp.groups())
                    && carry == warp.carry()
                    && Arrays.equals(predicates, warp.predicates())
                    && Arrays.equals(registers, warp.registers())
                    && Arrays.equals(local, warp.localMemory().words());
        }

        private boolean groupsMatch(List<LaneGroup> now) {
            boolean same = now.size() == groups.size();
            for (int g = 0; same && g < groups.size(); g++) {
                same = groups.get(g).matches(now.get(g));
            }
            return same;
        }
    }

    /// The state of a group, and the turn in which it ran last.
    private record GroupState(
            int mask, int pc, CallFrame frame, LaneGroup.State state, int awaited, long lastTurn) {

        static GroupState of(LaneGroup group) {
            return new GroupState(
                    group.mask(),
                    group.pc(),
                    group.frame(),
                    group.state(),
                    awaited(group),
                    group.lastTurn());
        }

        private static int awaited(LaneGroup group) {
            return switch (group.state()) {
                case RUNNABLE, AT_CLUSTER_BARRIER -> 0;
                case AT_BARRIER -> group.barrier();
                case AT_COLLECTIVE -> group.awaited();
            };
        }

        boolean matches(LaneGroup group) {
            boolean hasRun = !group.isRunnable() || group.lastTurn() != lastTurn;
            return hasRun
                    && mask == group.mask()
                    && pc == group.pc()
                    && frame == group.frame()
                    && state == group.state()
                    && awaited == awaited(group);
        }
    }
}
