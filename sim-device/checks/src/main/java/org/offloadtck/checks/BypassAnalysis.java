package org.offloadtck.checks;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;

/// Decides from the control-flow graph of a kernel whether a thread that exits without arriving at
/// a barrier bypasses the barrier or returns early.
///
/// The *join* of a barrier is the last store or atomic that is on every path from the barrier to an
/// end of the kernel (a post-dominator) and whose operands do not depend on the path
/// ([PathIndependentStores]). If the barrier can be reached from the join, the join does not count:
/// in a loop, a thread executes it before the barrier, too. A thread bypasses the barrier if it
/// executes the join.
///
/// A thread that returns early does not execute the join, even if it executes code of its own
/// before it exits: the barrier waits for non-exited threads only (CUDA C++ Programming Guide,
/// `__syncthreads()`).
///
/// Of a thread only its position is known when other threads of its warp arrive. It executes the
/// join if all paths from the entry to this position contain the join, or all paths from this
/// position to the ends. So the result does not depend on the order in which groups of lanes run.
final class BypassAnalysis {

    private final Code code;
    private final Map<Place, Boolean> results = new ConcurrentHashMap<>();

    /// The program counters of a barrier and of a thread in the kernel.
    private record Place(int barrier, int position) {}

    private BypassAnalysis(LoadedProgram program) {
        this.code = program.code();
    }

    /// The analysis of a program, which keeps its results.
    static BypassAnalysis of(LoadedProgram program) {
        return program.analysis(BypassAnalysis.class, BypassAnalysis::new);
    }

    /// Whether a thread that exits without arriving at a barrier executes the join of the barrier.
    ///
    /// @param barrier program counter in the kernel of the barrier, or of the call of the function
    ///   that contains it
    /// @param position program counter of the thread, or of its call, when other threads arrived;
    ///   the thread exits later, in the code of the kernel
    boolean isBypass(DecodedFunction kernel, int barrier, int position) {
        return results.computeIfAbsent(
                new Place(barrier, position),
                _ -> {
                    var graph = new ControlFlowGraph(code, kernel);
                    var join = join(graph, barrier);
                    return join.isPresent() && executes(graph, position, join.getAsInt());
                });
    }

    private static OptionalInt join(ControlFlowGraph graph, int barrier) {
        var stores = PathIndependentStores.after(graph, barrier);
        return graph.pathToEnd(barrier).reversed().stream()
                .mapToInt(pc -> pc)
                .filter(pc -> stores.get(pc) && !graph.leaves(barrier, pc))
                .limit(1)
                .filter(pc -> !graph.reachable(pc).get(barrier))
                .findFirst();
    }

    private static boolean executes(ControlFlowGraph graph, int position, int join) {
        int entry = graph.function().entry();
        return !graph.reachable(entry, join).get(position) || !graph.leaves(position, join);
    }
}
