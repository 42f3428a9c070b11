package org.offloadtck.engine.interpreter;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Moves the fragments of a warp between its registers and arrays, 32 lanes of a register after
/// those of another.
final class MatrixRegisters {

    /// Every lane takes part (PTX ISA §9.7.15.5.14).
    static final int WHOLE_WARP = -1;

    private static final int LANES = Code.LANES;

    private final int[] lists;
    private long[] sources = new long[0];
    private long[] results = new long[0];

    MatrixRegisters(Code code) {
        this.lists = code.operandLists();
    }

    /// The groups of a warp that wait at a product or at an instruction on tensor memory, which is
    /// the same for all lanes.
    static List<LaneGroup> waiting(Warp warp, int op) {
        var groups =
                warp.groups().stream().filter(group -> group.waitsFor(op, WHOLE_WARP)).toList();
        int pc = groups.getFirst().pc();
        int present = groups.stream().mapToInt(LaneGroup::mask).reduce(0, (a, b) -> a | b);
        boolean together = groups.stream().allMatch(group -> group.pc() == pc);
        if (present != WHOLE_WARP || !together) {
            String noun = op == Op.TENSOR_MEMORY ? "instruction" : "product";
            String rest = op == Op.TENSOR_MEMORY ? "on tensor memory" : "of matrices";
            throw new LaneFault(
                    FaultKind.INVALID_BARRIER,
                    groups.getFirst().firstLane(),
                    together
                            ? "%s %s in %d lanes when it should be all 32 of the warp"
                                    .formatted(noun, rest, Integer.bitCount(present))
                            : "lanes of a warp are at different %ss %s when they should be at the same"
                                    .formatted(noun, rest));
        }
        return groups;
    }

    /// Makes room for registers.
    void reserve(int sourceCount, int resultCount) {
        if (sources.length < sourceCount * LANES) {
            sources = new long[sourceCount * LANES];
        }
        if (results.length < resultCount * LANES) {
            results = new long[resultCount * LANES];
        }
    }

    long[] sources() {
        return sources;
    }

    long[] results() {
        return results;
    }

    /// Reads registers of the lanes of a group.
    ///
    /// @param first the index of the first row in the lists of operands
    void gather(Warp warp, LaneGroup group, int first, int count) {
        for (int i = 0; i < count; i++) {
            int row = warp.row(lists[first + i], group.frame().firstRow());
            for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                sources[i * LANES + lane] = warp.registers()[row + lane];
            }
        }
    }

    /// Writes registers of the lanes of a group.
    void scatter(Warp warp, LaneGroup group, int first, int count) {
        for (int i = 0; i < count; i++) {
            int row = warp.row(lists[first + i], group.frame().firstRow());
            for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                warp.registers()[row + lane] = results[i * LANES + lane];
            }
        }
    }
}
