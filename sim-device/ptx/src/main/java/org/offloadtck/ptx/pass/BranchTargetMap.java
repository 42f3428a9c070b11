package org.offloadtck.ptx.pass;

import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Instruction;

/// New indices of the instructions of a function after a rewrite.
///
/// @param indices the new index of each instruction, and one past the last
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record BranchTargetMap(int[] indices) {

    /// The instruction with its branch targets moved to the new indices.
    Instruction remap(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Branch(var target, var convergence, var guard, var place) ->
                    new Instruction.Branch(remap(target), convergence, guard, place);
            case Instruction.IndexedBranch(
                            var index,
                            var labels,
                            var convergence,
                            var guard,
                            var place) ->
                    new Instruction.IndexedBranch(
                            index,
                            labels.stream().map(this::remap).toList(),
                            convergence,
                            guard,
                            place);
            case Instruction.Operation _, Instruction.Call _, Instruction.Opaque _ -> instruction;
        };
    }

    Body.Label remap(Body.Label label) {
        return new Body.Label(label.name(), indices[label.target()]);
    }
}
