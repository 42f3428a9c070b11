package org.offloadtck.checks.racecheck;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.pass.OperandAccesses;
import org.offloadtck.ptx.pass.OperandAccesses.Access;

/// Loads that a compiler moved above the branch that decides whether their value is used. In the
/// compiler's memory model a load that races with a store yields an undefined value and no error.
final class SpeculativeLoads {

    /// Instructions whose only effect is their result.
    private static final Set<Opcode> ARITHMETIC =
            Set.of(
                    Opcode.ABS,
                    Opcode.ADD,
                    Opcode.AND,
                    Opcode.CVT,
                    Opcode.FMA,
                    Opcode.MAD,
                    Opcode.MAX,
                    Opcode.MIN,
                    Opcode.MOV,
                    Opcode.MUL,
                    Opcode.NEG,
                    Opcode.NOT,
                    Opcode.OR,
                    Opcode.SELP,
                    Opcode.SETP,
                    Opcode.SHL,
                    Opcode.SHR,
                    Opcode.SUB,
                    Opcode.XOR);

    private final LoadedProgram image;

    SpeculativeLoads(LoadedProgram image) {
        this.image = image;
    }

    /// Whether the value of `load` is used only under the condition of `store`, so that a thread
    /// that does not reach the store does not use it. Both are program counters.
    ///
    /// A value that arithmetic computes from it counts as the value itself.
    boolean isFor(int load, int store) {
        var function = image.functionOf(load);
        if (!function.equals(image.functionOf(store)) || !isLoad(image.instruction(load))) {
            return false;
        }
        var condition = new Condition(function, store);
        var loaded = written(image.instruction(load));
        return !loaded.isEmpty()
                && !condition.block.holds(load)
                && !isWrittenElsewhere(function, load, loaded)
                && isUsedUnder(condition, loaded);
    }

    private boolean isWrittenElsewhere(DecodedFunction function, int load, Set<Integer> loaded) {
        for (int pc = function.entry(); pc < function.end(); pc++) {
            if (pc != load && !Collections.disjoint(written(image.instruction(pc)), loaded)) {
                return true;
            }
        }
        return false;
    }

    /// Whether all uses of registers, and of what arithmetic computes from them, are under a
    /// condition.
    private boolean isUsedUnder(Condition condition, Set<Integer> registers) {
        var derived = new HashSet<>(registers);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int pc = condition.function.entry(); pc < condition.function.end(); pc++) {
                var instruction = image.instruction(pc);
                if (Collections.disjoint(read(instruction), derived) || condition.holdsAt(pc)) {
                    continue;
                }
                if (!isArithmetic(instruction)) {
                    return false;
                }
                grows |= derived.addAll(written(instruction));
            }
        }
        return true;
    }

    private static boolean isArithmetic(Instruction instruction) {
        return instruction instanceof Instruction.Operation operation
                && operation.guard() instanceof Guard.Always
                && ARITHMETIC.contains(operation.opcode());
    }

    /// The condition under which a thread executes the basic block of an instruction: the block
    /// itself, and those that branches on the same predicate skip as well.
    private final class Condition {

        private final DecodedFunction function;
        private final Block block;
        private final Guard guard;

        Condition(DecodedFunction function, int pc) {
            this.function = function;
            this.block = blockOf(function, pc);
            this.guard = guardOf(block);
        }

        boolean holdsAt(int pc) {
            return block.holds(pc)
                    || (!guard.equals(Guard.Always.ALWAYS)
                            && guardOf(blockOf(function, pc)).equals(guard));
        }

        /// The guard of the branch that skips a block which is entered in no other way; none if its
        /// predicate is set more than once.
        private Guard guardOf(Block skipped) {
            boolean isEntered =
                    skipped.first == function.entry() || targets(function).contains(skipped.first);
            if (isEntered
                    || !(image.instruction(skipped.first - 1) instanceof Instruction.Branch skip)) {
                return Guard.Always.ALWAYS;
            }
            boolean isSetOnce =
                    registers(skip.guard()).stream().allMatch(each -> writers(each) == 1);
            return isSetOnce ? skip.guard() : Guard.Always.ALWAYS;
        }

        private long writers(int register) {
            return IntStream.range(function.entry(), function.end())
                    .filter(pc -> written(image.instruction(pc)).contains(register))
                    .count();
        }
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
        var targets = targets(function);
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

    private static Set<Integer> targets(DecodedFunction function) {
        var targets = new HashSet<Integer>();
        function.function().body().labels().stream()
                .map(Body.Label::target)
                .forEach(target -> targets.add(function.entry() + target));
        return targets;
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
        var registers = used(instruction, Access.READ);
        registers.addAll(registers(instruction.guard()));
        return registers;
    }

    private static Set<Integer> registers(Guard guard) {
        return switch (guard) {
            case Guard.Always _ -> Set.of();
            case Guard.When(var predicate) -> Set.of(predicate.index());
            case Guard.Unless(var predicate) -> Set.of(predicate.index());
        };
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
