package org.offloadtck.simt.image;

import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Instruction;

/// Where the instructions of a function have gone when others were put between them.
///
/// @param indices the new index of each instruction, and one past the last
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record MovedTargets(int[] indices) {

    /// The instruction with its targets where their instructions have gone.
    Instruction moved(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Branch(var target, var convergence, var guard, var place) ->
                    new Instruction.Branch(moved(target), convergence, guard, place);
            case Instruction.IndexedBranch(
                            var index,
                            var labels,
                            var convergence,
                            var guard,
                            var place) ->
                    new Instruction.IndexedBranch(
                            index,
                            labels.stream().map(this::moved).toList(),
                            convergence,
                            guard,
                            place);
            case Instruction.Operation _, Instruction.Call _, Instruction.Opaque _ -> instruction;
        };
    }

    Body.Label moved(Body.Label label) {
        return new Body.Label(label.name(), indices[label.target()]);
    }
}
