package org.offloadtck.engine.deadlock;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Recognises that a CTA waits in a loop for others, so that its turn can end early.
///
/// It looks at one thread: the first that can run. The CTA waits if that thread is at the same
/// instruction with the same registers again, and the CTA has not changed global memory in between.
/// A state is recorded after 1, 2, 4, … looks, as [StateRecurrence] does. That one copies the state
/// of the whole CTA and proves that it repeats itself. This one copies the registers of a thread,
/// and may be wrong, as other threads may compute meanwhile. A wrong answer makes turns shorter and
/// changes no result that does not depend on the order of CTAs.
public final class BusyWait {

    private List<ThreadState> seen = List.of();
    private long looks;
    private long next;
    private long changes;

    /// Starts a turn. What other CTAs have changed since the last turn does not count.
    ///
    /// @param globalChanges [org.offloadtck.engine.launch.RunningCounters#globalChanges]
    public void startTurn(long globalChanges) {
        changes = globalChanges;
        forget();
    }

    private void forget() {
        seen = List.of();
        looks = 0;
        next = 1;
    }

    /// Whether a CTA that can run is in a state of the same turn again.
    ///
    /// @param globalChanges as for [#startTurn]
    public boolean recurs(Cta cta, long globalChanges) {
        if (changes != globalChanges) {
            changes = globalChanges;
            forget();
            return false;
        }
        for (var warp : cta.warps()) {
            for (var group : warp.groups()) {
                if (group.isRunnable()) {
                    return recurs(warp, group);
                }
            }
        }
        return false;
    }

    private boolean recurs(Warp warp, LaneGroup group) {
        if (!seen.isEmpty() && seen.getFirst().matches(warp, group)) {
            return true;
        }
        looks++;
        if (looks == next) {
            seen = List.of(ThreadState.of(warp, group));
            next = 2 * looks;
        }
        return false;
    }

    /// The state of the first thread of a group.
    ///
    /// @param turn in which the group ran last
    @SuppressWarnings("ArrayRecordComponent") // matches() compares the elements
    private record ThreadState(
            int warp, int lane, int pc, CallFrame frame, long turn, long[] registers) {

        static ThreadState of(Warp warp, LaneGroup group) {
            return new ThreadState(
                    warp.index(),
                    group.firstLane(),
                    group.pc(),
                    group.frame(),
                    group.lastTurn(),
                    registers(warp, group));
        }

        boolean matches(Warp now, LaneGroup group) {
            return warp == now.index()
                    && lane == group.firstLane()
                    && pc == group.pc()
                    && frame == group.frame()
                    && turn != group.lastTurn()
                    && Arrays.equals(registers, registers(now, group));
        }

        private static long[] registers(Warp warp, LaneGroup group) {
            int first = group.frame().firstRow() + group.firstLane();
            int rows = (group.frame().rowsEnd() - group.frame().firstRow()) / Code.LANES;
            var registers = new long[rows];
            for (int row = 0; row < rows; row++) {
                registers[row] = warp.registers()[first + row * Code.LANES];
            }
            return registers;
        }
    }
}
