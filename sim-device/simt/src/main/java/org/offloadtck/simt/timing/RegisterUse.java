package org.offloadtck.simt.timing;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;

/// The registers an instruction reads and those it writes, by [Register#index].
final class RegisterUse {

    private final List<Integer> reads = new ArrayList<>();
    private final List<Integer> writes = new ArrayList<>();

    private RegisterUse() {}

    static RegisterUse of(Instruction instruction) {
        var use = new RegisterUse();
        switch (instruction.guard()) {
            case Guard.Always _ -> {}
            case Guard.When(var predicate) -> use.reads.add(predicate.index());
            case Guard.Unless(var predicate) -> use.reads.add(predicate.index());
        }
        use.add(instruction);
        return use;
    }

    int[] reads() {
        return reads.stream().mapToInt(Integer::intValue).toArray();
    }

    int[] writes() {
        return writes.stream().mapToInt(Integer::intValue).toArray();
    }

    private void add(Instruction instruction) {
        switch (instruction) {
            case Operation operation -> {
                var operands = operation.operands();
                int results = !operands.isEmpty() && operation.opcode().hasResult() ? 1 : 0;
                operands.subList(0, results).forEach(operand -> add(operand, writes));
                operands.subList(results, operands.size()).forEach(operand -> add(operand, reads));
            }
            case Instruction.IndexedBranch branch -> reads.add(branch.index().index());
            case Instruction.Call call -> {
                call.arguments().forEach(argument -> add(argument, reads));
                call.results().forEach(result -> add(result, writes));
                if (call.callee() instanceof Callee.Indirect indirect) {
                    reads.add(indirect.address().index());
                }
            }
            case Instruction.Branch _, Instruction.Opaque _ -> {}
        }
    }

    /// Adds the registers of an operand to those read or written.
    private static void add(Operand operand, List<Integer> registers) {
        switch (operand) {
            case Register register -> registers.add(register.index());
            case Operand.Vector(var elements) -> elements.forEach(e -> add(e, registers));
            case Operand.Pair(var first, var second) -> {
                add(first, registers);
                add(second, registers);
            }
            case Operand.Negated(var predicate) -> registers.add(predicate.index());
            case Operand.Memory(Register base, _) -> registers.add(base.index());
            case Operand.Indexed(var base, var coordinates) -> {
                if (base instanceof Register register) {
                    registers.add(register.index());
                }
                coordinates.forEach(coordinate -> add(coordinate, registers));
            }
            case Operand.Memory _,
                    Operand.Address _,
                    Operand.Sink _,
                    Immediate _,
                    SpecialRegister _ -> {}
        }
    }
}
