package org.offloadtck.timing.lowering;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.pass.OperandAccesses;

/// The registers that an instruction reads and those it writes, by
/// [Register#index][org.offloadtck.ptx.ir.Register#index].
public final class RegisterDependencies implements OperandAccesses.Visitor {

    private final List<Integer> reads = new ArrayList<>();
    private final List<Integer> writes = new ArrayList<>();

    private RegisterDependencies() {}

    public static RegisterDependencies of(Instruction instruction) {
        var use = new RegisterDependencies();
        switch (instruction.guard()) {
            case Guard.Always _ -> {}
            case Guard.When(var predicate) -> use.reads.add(predicate.index());
            case Guard.Unless(var predicate) -> use.reads.add(predicate.index());
        }
        OperandAccesses.of(unguarded(instruction), use);
        return use;
    }

    /// The instruction without its guard: with one, written registers count as read.
    private static Instruction unguarded(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Operation(var opcode, var modifiers, var operands, _, var place) ->
                    new Instruction.Operation(
                            opcode, modifiers, operands, Guard.Always.ALWAYS, place);
            case Instruction.Call(
                            var callee,
                            var results,
                            var arguments,
                            var convergence,
                            _,
                            var place) ->
                    new Instruction.Call(
                            callee, results, arguments, convergence, Guard.Always.ALWAYS, place);
            case Instruction.Branch _, Instruction.IndexedBranch _, Instruction.Opaque _ ->
                    instruction;
        };
    }

    @Override
    public void register(int index, OperandAccesses.Access access) {
        var own =
                switch (access) {
                    case READ -> reads;
                    case WRITE -> writes;
                };
        own.add(index);
    }

    /// Those that it reads, its guard among them; one may be there twice.
    public int[] reads() {
        return reads.stream().mapToInt(Integer::intValue).toArray();
    }

    public int[] writes() {
        return writes.stream().mapToInt(Integer::intValue).toArray();
    }
}
