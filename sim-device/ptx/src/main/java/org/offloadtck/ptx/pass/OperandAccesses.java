package org.offloadtck.ptx.pass;

import java.util.List;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// The registers and variables of its function that an instruction reads and writes.
///
/// Reads are reported before writes, so that a register that is read and written counts as read
/// first. A write under a guard is reported as a read, since the earlier value may remain.
public final class OperandAccesses {

    private final Visitor visitor;

    private OperandAccesses(Visitor visitor) {
        this.visitor = visitor;
    }

    /// The kind of a use.
    public enum Access {
        READ,
        WRITE
    }

    /// Receives every use. Indices are those of the [org.offloadtck.ptx.ir.Body].
    public interface Visitor {

        void register(int index, Access access);

        default void variable(int index, Access access) {}

        /// The address of the variable is taken: it may be used anywhere.
        default void escapes(int variable) {}
    }

    /// Reports the uses of an instruction to `visitor`, except its guard.
    public static void of(Instruction instruction, Visitor visitor) {
        new OperandAccesses(visitor).instruction(instruction);
    }

    private void instruction(Instruction instruction) {
        var access = instruction.guard() instanceof Guard.Always ? Access.WRITE : Access.READ;
        switch (instruction) {
            case Operation operation -> operation(operation, access);
            case Instruction.IndexedBranch branch -> operand(branch.index(), Access.READ);
            case Instruction.Call call -> {
                call.arguments().forEach(argument -> argument(argument, Access.READ));
                if (call.callee() instanceof Instruction.Callee.Indirect indirect) {
                    operand(indirect.address(), Access.READ);
                }
                call.results().forEach(result -> argument(result, access));
            }
            case Instruction.Opaque opaque -> {
                for (var word : opaque.words()) {
                    if (word instanceof Instruction.Word.Name(var operand)) {
                        operand(operand, Access.READ);
                    }
                }
            }
            case Instruction.Branch _ -> {}
        }
    }

    private void operation(Operation operation, Access access) {
        var operands = operation.operands();
        boolean stores = operation.opcode() == Opcode.ST;
        boolean isLowered =
                isLowered(operation.opcode())
                        && !operands.isEmpty()
                        && operands.getFirst() instanceof Register;
        if (operands.isEmpty() || !(stores || isLowered || operation.opcode().hasResult())) {
            operands.forEach(operand -> operand(operand, Access.READ));
            if (operation.opcode().isWarpgroupProduct()) {
                operand(operands.getFirst(), access);
            }
            return;
        }
        operands.subList(1, operands.size()).forEach(operand -> operand(operand, Access.READ));
        operand(operands.getFirst(), access);
    }

    /// Whether the first operand of an instruction receives a result once a pass has replaced its
    /// memory operand.
    private static boolean isLowered(Opcode opcode) {
        return opcode.isTensorCopy() || opcode == Opcode.TCGEN05_ALLOC;
    }

    private void argument(Operand operand, Access access) {
        if (operand instanceof Operand.Address(PtxSymbol.Local(_, int index), _)) {
            visitor.variable(index, access);
        } else {
            operand(operand, access);
        }
    }

    private void operand(Operand operand, Access access) {
        switch (operand) {
            case Register register -> visitor.register(register.index(), access);
            case Operand.Vector(var elements) -> operands(elements, access);
            case Operand.Pair(var first, var second) -> operands(List.of(first, second), access);
            case Operand.Part(var register, _) -> operand(register, access);
            case Operand.Minus(var negated) -> operand(negated, Access.READ);
            case Operand.Negated(var predicate) -> operand(predicate, Access.READ);
            case Operand.Memory(Register base, _) -> operand(base, Access.READ);
            case Operand.Memory(PtxSymbol.Local(_, int index), _) ->
                    visitor.variable(index, access);
            case Operand.Memory _ -> {}
            case Operand.Indexed(var base, var coordinates) -> {
                if (base instanceof Register register) {
                    operand(register, Access.READ);
                }
                operands(coordinates, Access.READ);
            }
            case Operand.Address(PtxSymbol.Local(_, int index), _) -> visitor.escapes(index);
            case Operand.Address _, Operand.Sink _, Immediate _, SpecialRegister _ -> {}
        }
    }

    private void operands(List<Operand> operands, Access access) {
        operands.forEach(operand -> operand(operand, access));
    }
}
