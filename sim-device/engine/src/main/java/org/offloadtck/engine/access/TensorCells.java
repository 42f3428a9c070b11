package org.offloadtck.engine.access;

import java.util.List;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.TensorMemory;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;

/// Checks accesses of tensor memory.
public final class TensorCells {

    private TensorCells() {}

    /// Requires columns of an access to be allocated.
    ///
    /// @param lane that the fault names
    public static void requireAllocated(TensorMemory memory, int column, int columns, int lane) {
        if (!memory.covers(column, columns)) {
            throw fault(
                    lane,
                    "access of columns %d to %d of tensor memory when %s"
                            .formatted(
                                    column,
                                    column + columns - 1,
                                    memory.isEmpty()
                                            ? "none are allocated"
                                            : "columns %s are allocated"
                                                    .formatted(memory.describe())));
        }
    }

    /// The CTAs of a group, in the order of their ranks.
    ///
    /// @param lane that the fault names
    public static List<Cta> ctas(Cta cta, CtaGroup group, int lane) {
        if (group == CtaGroup.ONE) {
            return List.of(cta);
        }
        int first = cta.clusterRank() & ~1;
        var all = cta.cluster().ctas();
        if (first + 1 >= all.size()) {
            throw fault(
                    lane,
                    "instruction on a pair of CTAs in a cluster of %d when its size should be even"
                            .formatted(all.size()));
        }
        return all.subList(first, first + 2);
    }

    /// The fault of an instruction on tensor memory.
    public static LaneFault fault(int lane, String problem) {
        return new LaneFault(FaultKind.INVALID_TENSOR_OPERATION, lane, problem);
    }
}
