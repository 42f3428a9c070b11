package org.offloadtck.checks.happensbefore;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.thread.BarrierState;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Threads of a warp that arrive at a barrier of their CTA.
///
/// @param barrier its number in the CTA
/// @param lanes the threads that arrive
/// @param pc program counter of the barrier instruction
/// @param waits whether the threads wait until the barrier completes; `barrier.arrive` does not
/// @param ofCta whether the barrier is one of all threads of the CTA, for it has no thread count
public record BarrierArrival(
        Warp warp, int barrier, int lanes, int pc, boolean waits, boolean ofCta) {

    /// The arrival of a group that is at a barrier instruction. Lanes whose barrier operand differs
    /// from the first lane's are not part of it: they arrive later, in a group of their own.
    ///
    /// @param active lanes whose guard holds, at least one
    public static BarrierArrival of(Code code, Warp warp, LaneGroup group, int active) {
        int[] words = code.words();
        int at = group.pc() * Code.STRIDE;
        int row = row(words[at + Code.A], group);
        int first = Integer.numberOfTrailingZeros(active);
        long[] registers = warp.registers();
        long barrier = registers[row + first];
        long threads = registers[row(words[at + Code.B], group) + first];
        boolean isConstant = code.constants().isConstant(words[at + Code.A]);
        int lanes = isConstant ? active : lanesAt(registers, row, active);
        boolean waits = words[at] != Op.BARRIER_ARRIVE;
        return new BarrierArrival(warp, (int) barrier, lanes, group.pc(), waits, threads == 0);
    }

    /// Whether a CTA has a barrier of that number; if not, the instruction faults.
    public boolean isValid() {
        return barrier >= 0 && barrier < BarrierState.COUNT;
    }

    /// The lanes of `active` that have the value of the first of them in a row.
    private static int lanesAt(long[] registers, int row, int active) {
        long value = registers[row + Integer.numberOfTrailingZeros(active)];
        int lanes = 0;
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            lanes |= (registers[row + lane] == value ? 1 : 0) << lane;
        }
        return lanes;
    }

    private static int row(int operand, LaneGroup group) {
        return operand >= 0 ? group.frame().firstRow() + operand : ~operand;
    }
}
