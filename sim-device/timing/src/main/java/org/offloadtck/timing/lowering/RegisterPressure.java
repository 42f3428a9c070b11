package org.offloadtck.timing.lowering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.pass.OperandAccesses;
import org.offloadtck.ptx.pass.OperandAccesses.Access;

/// How many 32-bit registers hold values that are still needed, at each instruction of a function:
/// the registers that are live, by the textbook's backward data-flow analysis.
final class RegisterPressure {

    private final Body body;
    private final BitSet[] reads;
    private final BitSet[] writes;
    private final BitSet[] live;
    private final int[] widths;
    private final boolean isKernel;

    private RegisterPressure(Function function) {
        this.body = function.body();
        this.isKernel = function.isKernel();
        int count = body.instructions().size();
        reads = sets(count);
        writes = sets(count);
        live = sets(count + 1);
        widths = body.registers().stream().mapToInt(RegisterPressure::width).toArray();
        for (int i = 0; i < count; i++) {
            note(i);
        }
    }

    private static BitSet[] sets(int count) {
        var sets = new BitSet[count];
        Arrays.setAll(sets, _ -> new BitSet());
        return sets;
    }

    static RegisterPressure of(Function function) {
        var pressure = new RegisterPressure(function);
        pressure.free();
        boolean moved = true;
        while (moved) {
            moved = pressure.sweep();
        }
        return pressure;
    }

    /// Registers of 32 bits that a register of PTX takes; predicates have a file of their own.
    private static int width(Register register) {
        return switch (register.type().kind()) {
            case PREDICATE -> 0;
            case BITS, UNSIGNED, SIGNED, FLOAT, OPAQUE ->
                    Math.ceilDiv(register.type().bits(), Integer.SIZE);
        };
    }

    private void note(int at) {
        var instruction = body.instructions().get(at);
        OperandAccesses.of(
                instruction,
                (index, access) -> (access == Access.READ ? reads : writes)[at].set(index));
        switch (instruction.guard()) {
            case Guard.When(var predicate) -> reads[at].set(predicate.index());
            case Guard.Unless(var predicate) -> reads[at].set(predicate.index());
            case Guard.Always _ -> {}
        }
    }

    /// What costs nothing to have again is not kept: parameters of the kernel and numbers, which
    /// instructions take from the constant bank and from their own bits.
    private void free() {
        int[] definitions = new int[widths.length];
        var constant = new BitSet();
        for (int i = 0; i < writes.length; i++) {
            boolean isFree = isFree(body.instructions().get(i));
            writes[i].stream()
                    .forEach(register -> {
                        definitions[register]++;
                        constant.set(register, isFree);
                    });
        }
        constant.stream().filter(r -> definitions[r] == 1).forEach(r -> widths[r] = 0);
    }

    private boolean isFree(Instruction instruction) {
        return instruction instanceof Operation operation
                && switch (operation.opcode()) {
                    case MOV -> isConstant(operation.operands().getLast());
                    case LD -> isKernel && isParameter(operation.operands().getLast());
                    default -> false;
                };
    }

    private static boolean isConstant(Operand operand) {
        return switch (operand) {
            case Immediate _, Operand.Address _ -> true;
            case SpecialRegister(var name, _) ->
                    name == SpecialRegister.Name.NTID || name == SpecialRegister.Name.NCTAID;
            default -> false;
        };
    }

    private static boolean isParameter(Operand operand) {
        return operand instanceof Operand.Memory(PtxSymbol.Parameter _, _);
    }

    /// @return whether anything was found that is live and was not known to be
    private boolean sweep() {
        boolean moved = false;
        for (int i = reads.length - 1; i >= 0; i--) {
            var before = new BitSet();
            successors(i).forEach(next -> before.or(live[next]));
            before.andNot(writes[i]);
            before.or(reads[i]);
            moved |= !before.equals(live[i]);
            live[i] = before;
        }
        return moved;
    }

    private List<Integer> successors(int at) {
        var next = new ArrayList<Integer>();
        var instruction = body.instructions().get(at);
        boolean goesOn =
                !(instruction.guard() instanceof Guard.Always)
                        || switch (instruction) {
                            case Instruction.Branch _, Instruction.IndexedBranch _ -> false;
                            case Operation operation ->
                                    switch (operation.opcode()) {
                                        case RET, EXIT, TRAP -> false;
                                        default -> true;
                                    };
                            case Instruction.Call _, Instruction.Opaque _ -> true;
                        };
        if (goesOn) {
            next.add(at + 1);
        }
        switch (instruction) {
            case Instruction.Branch branch -> next.add(branch.target().target());
            case Instruction.IndexedBranch branch ->
                    branch.targets().forEach(target -> next.add(target.target()));
            case Operation _, Instruction.Call _, Instruction.Opaque _ -> {}
        }
        return next;
    }

    /// Registers needed while the instruction executes: what is needed after it, and what it
    /// writes.
    int at(int instruction) {
        var needed = new BitSet();
        successors(instruction).forEach(next -> needed.or(live[next]));
        needed.or(writes[instruction]);
        return sum(needed);
    }

    /// Registers that keep their values over the instruction, a call.
    int across(int instruction) {
        var kept = new BitSet();
        successors(instruction).forEach(next -> kept.or(live[next]));
        kept.andNot(writes[instruction]);
        return sum(kept);
    }

    private int sum(BitSet registers) {
        return registers.stream().map(register -> widths[register]).sum();
    }
}
