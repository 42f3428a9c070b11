package org.offloadtck.checks.racecheck;

import java.util.HashSet;
import java.util.Set;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.OperandAccesses;
import org.offloadtck.ptx.pass.OperandAccesses.Access;

/// Loads that a compiler moved above the branch that decides whether their value is used. In the
/// compiler's memory model a load that races with a store yields an undefined value and no error.
final class SpeculativeLoads {

    private final LoadedProgram image;

    SpeculativeLoads(LoadedProgram image) {
        this.image = image;
    }

    /// Whether the value of `load` is used only in the basic block of `store`, so that a thread
    /// that does not reach the store does not use it. Both are program counters.
    boolean isFor(int load, int store) {
        var function = image.functionOf(load);
        if (!function.equals(image.functionOf(store)) || !isLoad(image.instruction(load))) {
            return false;
        }
        var stretch = blockOf(function, store);
        var loaded = written(image.instruction(load));
        boolean isKept = !loaded.isEmpty() && !stretch.holds(load);
        for (int pc = function.entry(); isKept && pc < function.end(); pc++) {
            var instruction = image.instruction(pc);
            boolean isOther =
                    pc != load && written(instruction).stream().anyMatch(loaded::contains);
            boolean isUse = read(instruction).stream().anyMatch(loaded::contains);
            isKept = !isOther && (!isUse || stretch.holds(pc));
        }
        return isKept;
    }

    private static boolean isLoad(Instruction instruction) {
        return instruction instanceof Instruction.Operation operation
                && operation.opcode() == Opcode.LD;
    }

    /// A basic block, by its first and last program counter.
    private record Block(int first, int last) {

        boolean holds(int pc) {
            return pc >= first && pc <= last;
        }
    }

    private Block blockOf(DecodedFunction function, int pc) {
        var targets = new HashSet<Integer>();
        function.function().body().labels().stream()
                .map(Body.Label::target)
                .forEach(target -> targets.add(function.entry() + target));
        int first = pc;
        while (first > function.entry() && !targets.contains(first) && !ends(first - 1)) {
            first--;
        }
        int last = pc;
        while (last + 1 < function.end() && !targets.contains(last + 1) && !ends(last)) {
            last++;
        }
        return new Block(first, last);
    }

    private boolean ends(int pc) {
        return switch (image.instruction(pc)) {
            case Instruction.Branch _, Instruction.IndexedBranch _ -> true;
            case Instruction.Operation _, Instruction.Call _, Instruction.Opaque _ -> false;
        };
    }

    private static Set<Integer> written(Instruction instruction) {
        return used(instruction, Access.WRITE);
    }

    private static Set<Integer> read(Instruction instruction) {
        return used(instruction, Access.READ);
    }

    private static Set<Integer> used(Instruction instruction, Access wanted) {
        var registers = new HashSet<Integer>();
        OperandAccesses.of(
                instruction,
                (index, access) -> {
                    if (access == wanted) {
                        registers.add(index);
                    }
                });
        return registers;
    }
}
