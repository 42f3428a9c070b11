package org.offloadtck.checks;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.pass.OperandAccesses;
import org.offloadtck.ptx.pass.OperandAccesses.Access;

/// Stores and atomics whose operands are the same on whichever path a thread comes to them.
///
/// Compilers merge the ends of two paths (LLVM 16, `llvm/lib/Transforms/Utils/SimplifyCFG.cpp`,
/// `SinkCommonCodeFromPredecessors`): a store of an early return and one after a barrier become one
/// store, of registers that are defined on each path. It does not show whether the source has a
/// store after the barrier.
///
/// A register or variable of the function is path-dependent if several instructions define it, one
/// of them is guarded, or an instruction after the barrier computes it from one that is.
final class PathIndependentStores {

    private final Code code;
    private final List<Accesses> accesses;
    private final BitSet dependent = new BitSet();

    /// The registers and variables of an instruction: registers by twice their index, variables by
    /// twice their index plus 1.
    private record Accesses(int pc, BitSet reads, BitSet writes)
            implements OperandAccesses.Visitor {

        static Accesses of(Code code, int pc) {
            var accesses = new Accesses(pc, new BitSet(), new BitSet());
            var instruction = code.instructions().get(pc);
            OperandAccesses.of(instruction, accesses);
            boolean isBranch = instruction instanceof Instruction.Branch;
            if (!(instruction.guard() instanceof Guard.Always) && !isBranch) {
                accesses.writes.or(accesses.reads);
            }
            return accesses;
        }

        @Override
        public void register(int index, Access access) {
            (access == Access.READ ? reads : writes).set(2 * index);
        }

        @Override
        public void variable(int index, Access access) {
            (access == Access.READ ? reads : writes).set(2 * index + 1);
        }

        @Override
        public void escapes(int variable) {
            writes.set(2 * variable + 1);
        }
    }

    /// @param after the instructions that can be reached from the barrier
    private PathIndependentStores(ControlFlowGraph graph, BitSet after) {
        this.code = graph.code();
        this.accesses =
                IntStream.range(graph.function().entry(), graph.function().end())
                        .mapToObj(pc -> Accesses.of(code, pc))
                        .toList();
        var defined = new BitSet();
        for (var each : accesses) {
            var again = (BitSet) each.writes().clone();
            again.and(defined);
            dependent.or(again);
            defined.or(each.writes());
        }
        int known = -1;
        while (known != dependent.cardinality()) {
            known = dependent.cardinality();
            accesses.stream()
                    .filter(each -> after.get(each.pc()) && each.reads().intersects(dependent))
                    .forEach(each -> dependent.or(each.writes()));
        }
    }

    /// The stores after a barrier, as program counters.
    static BitSet after(ControlFlowGraph graph, int barrier) {
        var after = graph.reachable(barrier);
        var stores = new PathIndependentStores(graph, after);
        var found = new BitSet();
        stores.accesses.stream()
                .filter(each -> after.get(each.pc()) && stores.isIndependent(each))
                .forEach(each -> found.set(each.pc()));
        return found;
    }

    private boolean isIndependent(Accesses store) {
        int at = store.pc() * Code.STRIDE;
        int op = code.words()[at];
        boolean isStore =
                Op.isStore(op)
                        && MemoryAccess.space(code.words()[at + Code.Y]) != MemorySpace.FRAME;
        return (isStore || op == Op.ATOMIC) && !store.reads().intersects(dependent);
    }
}
