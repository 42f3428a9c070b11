package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Convergence;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Builds a function in which some instructions are replaced by sequences of simpler ones.
public final class FunctionRewriter {

    private final List<Register> registers;
    private final List<Instruction> instructions = new ArrayList<>();

    /// The branches to places among the new instructions.
    private final Set<Integer> loops = new HashSet<>();

    private FunctionRewriter(List<Register> registers) {
        this.registers = new ArrayList<>(registers);
    }

    /// Adds the replacement of an instruction to the rewriter.
    public interface Replacement {
        void replace(Operation operation, FunctionRewriter rewriter);
    }

    /// The function with replacements; the same function if nothing is to be replaced. Pragmas are
    /// dropped.
    public static Function rewrite(
            Function function, Predicate<Operation> filter, Replacement replacement) {
        var body = function.body();
        Predicate<Instruction> needsRewrite =
                instruction -> instruction instanceof Operation operation && filter.test(operation);
        if (body.instructions().stream().noneMatch(needsRewrite)) {
            return function;
        }
        var rewriter = new FunctionRewriter(body.registers());
        int[] targets = new int[body.instructions().size() + 1];
        for (int i = 0; i < body.instructions().size(); i++) {
            targets[i] = rewriter.instructions.size();
            var instruction = body.instructions().get(i);
            if (instruction instanceof Operation operation && filter.test(operation)) {
                replacement.replace(operation, rewriter);
            } else {
                rewriter.add(instruction);
            }
        }
        targets[body.instructions().size()] = rewriter.instructions.size();
        return rewriter.function(function, new BranchTargetMap(targets));
    }

    private Function function(Function old, BranchTargetMap targets) {
        var moved =
                IntStream.range(0, instructions.size())
                        .mapToObj(at ->
                                loops.contains(at)
                                        ? instructions.get(at)
                                        : targets.remap(instructions.get(at)))
                        .toList();
        var labels = old.body().labels().stream().map(targets::remap).toList();
        return new Function(
                old.source(),
                old.signature(),
                new Body(registers, old.body().variables(), labels, List.of(), moved));
    }

    public void add(Instruction instruction) {
        instructions.add(instruction);
    }

    /// The place of the instruction that is added next.
    int place() {
        return instructions.size();
    }

    /// Adds a branch back to a place.
    void addLoop(Operation replaced, int place, Guard guard) {
        loops.add(instructions.size());
        add(
                new Instruction.Branch(
                        new Body.Label("%loop" + place, place),
                        Convergence.DIVERGENT,
                        guard,
                        replaced.location()));
    }

    /// Adds an operation in place of `replaced`, under a guard.
    public void add(
            Operation replaced,
            Opcode opcode,
            List<Modifier> modifiers,
            Guard guard,
            Operand... operands) {
        add(
                new Operation(
                        opcode,
                        new Modifiers(modifiers),
                        List.of(operands),
                        guard,
                        replaced.location()));
    }

    /// A new register.
    public Register register(String name, PtxType type) {
        var register = new Register(name, type, registers.size());
        registers.add(register);
        return register;
    }

    /// A predicate that is true in the lanes in which a guard holds.
    static Operand condition(Guard guard) {
        return switch (guard) {
            case Guard.Always _ -> new Immediate.Int64(1);
            case Guard.When(var predicate) -> predicate;
            case Guard.Unless(var predicate) -> new Operand.Negated(predicate);
        };
    }

    /// The memory operand at an additional offset in bytes; any other operand unchanged.
    static Operand offsetBy(Operand place, int offset) {
        return place instanceof Operand.Memory(var base, long start)
                ? new Operand.Memory(base, start + offset)
                : place;
    }
}
