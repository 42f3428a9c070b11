package org.offloadtck.checks.initcheck;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.TensorMemoryInstruction;
import org.offloadtck.engine.code.TensorMemoryInstruction.Load;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.TensorMemory;
import org.offloadtck.engine.thread.Warp;

/// Propagates uninitialised cells of tensor memory to the registers that receive them. The engine
/// knows which cells instructions have written ([TensorMemory#isWritten]); a cell that an
/// uninitialised register was stored in counts as initialised.
final class TensorMemoryPropagation {

    private static final long ALL = -1;

    private final int[] words;
    private final int[] lists;
    private final List<TensorMemoryInstruction> instructions;

    TensorMemoryPropagation(Code code) {
        this.words = code.words();
        this.lists = code.operandLists();
        this.instructions = code.tensorMemoryInstructions();
    }

    /// A group arrives at an instruction of its warp on tensor memory.
    void executes(WarpShadow values, Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        for (int i = 0; i < words[at + Code.A]; i++) {
            int row = ShadowPropagation.row(lists[words[at + Code.C] + i], base);
            values.unknown[row / Code.LANES] &= ~active;
        }
        if (instructions.get(words[at + Code.X]) instanceof Load load) {
            load(values, warp, group, active, load);
        }
    }

    private void load(WarpShadow values, Warp warp, LaneGroup group, int active, Load load) {
        int list = words[group.pc() * Code.STRIDE + Code.C];
        int base = group.frame().firstRow();
        int operand = warp.row(lists[list + load.results()], base);
        long address = warp.registers()[operand + group.firstLane()] + load.offset();
        for (int i = 0; i < load.results(); i++) {
            int row = ShadowPropagation.row(lists[list + i], base);
            for (int rest = active; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                if (!isWritten(warp.cta().tensorMemory(), load, address, lane, i)) {
                    values.set(row, lane, ALL, Origins.UNKNOWN);
                }
            }
        }
    }

    private static boolean isWritten(
            TensorMemory memory, Load load, long address, int lane, int register) {
        var fragment = load.fragment();
        int from = TensorMemory.lane(address) + fragment.row(lane, register);
        int column = TensorMemory.column(address) + fragment.column(lane, register);
        boolean isWritten = true;
        for (int i = 0; i < fragment.packing().cells(); i++) {
            isWritten &= memory.isWritten(from, column + i);
        }
        return isWritten;
    }
}
