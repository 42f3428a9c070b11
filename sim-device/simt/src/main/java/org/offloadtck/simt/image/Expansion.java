package org.offloadtck.simt.image;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxType;
import org.offloadtck.ptx.ir.Register;

/// A function in which several instructions take the place of one that devices have and executors
/// do not.
final class Expansion {

    private final List<Register> registers;
    private final List<Instruction> instructions = new ArrayList<>();

    private Expansion(List<Register> registers) {
        this.registers = new ArrayList<>(registers);
    }

    /// Adds what takes the place of an instruction.
    interface Replacement {
        void put(Operation operation, Expansion expansion);
    }

    /// The function with replacements; one that has nothing to replace is left alone. Without
    /// pragmas, which nobody asks for behind the loader.
    static Function of(Function function, Predicate<Operation> concerned, Replacement replacement) {
        var body = function.body();
        Predicate<Instruction> isConcerned =
                instruction ->
                        instruction instanceof Operation operation && concerned.test(operation);
        if (body.instructions().stream().noneMatch(isConcerned)) {
            return function;
        }
        var expansion = new Expansion(body.registers());
        int[] targets = new int[body.instructions().size() + 1];
        for (int i = 0; i < body.instructions().size(); i++) {
            targets[i] = expansion.instructions.size();
            var instruction = body.instructions().get(i);
            if (instruction instanceof Operation operation && concerned.test(operation)) {
                replacement.put(operation, expansion);
            } else {
                expansion.add(instruction);
            }
        }
        targets[body.instructions().size()] = expansion.instructions.size();
        return expansion.function(function, new MovedTargets(targets));
    }

    private Function function(Function old, MovedTargets targets) {
        var moved = instructions.stream().map(targets::moved).toList();
        var labels = old.body().labels().stream().map(targets::moved).toList();
        return new Function(
                old.source(),
                old.signature(),
                new Body(registers, old.body().variables(), labels, List.of(), moved));
    }

    void add(Instruction instruction) {
        instructions.add(instruction);
    }

    /// A register of the expansion's own.
    Register register(String name, PtxType type) {
        var register = new Register(name, type, registers.size());
        registers.add(register);
        return register;
    }

    /// A place in memory so many bytes further on.
    static Operand shifted(Operand place, int offset) {
        return place instanceof Operand.Memory(var base, long start)
                ? new Operand.Memory(base, start + offset)
                : place;
    }
}
