package org.offloadtck.simt.image;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Opcode;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.Symbol;

/// Where a function's registers and variables are in use.
///
/// One that is written before it is read, in a stretch of instructions that nothing jumps into, and
/// is not mentioned outside, needs a place there only.
final class Lifetimes {

    private final int[] labelsUpTo;
    private final Uses registers;
    private final Uses variables;

    /// A stretch of instructions, by their indices, both included.
    record Stretch(int first, int last) {}

    private Lifetimes(Body body) {
        registers = new Uses(body.registers().size());
        variables = new Uses(body.variables().size());
        int count = body.instructions().size();
        labelsUpTo = new int[count];
        for (var label : body.labels()) {
            for (int i = label.target(); i < count; i++) {
                labelsUpTo[i]++;
            }
        }
    }

    static Lifetimes of(Body body) {
        var lifetimes = new Lifetimes(body);
        for (int i = 0; i < body.instructions().size(); i++) {
            lifetimes.instruction(body.instructions().get(i), i);
        }
        return lifetimes;
    }

    /// The stretch a register's value is needed in, when it has one.
    Optional<Stretch> ofRegister(int index) {
        return registers.stretch(index).filter(this::isEnteredAtItsStart);
    }

    /// The stretch a variable's value is needed in, when it has one.
    Optional<Stretch> ofVariable(int index) {
        return variables.stretch(index).filter(this::isEnteredAtItsStart);
    }

    private boolean isEnteredAtItsStart(Stretch stretch) {
        return labelsUpTo[stretch.first()] == labelsUpTo[stretch.last()];
    }

    private void instruction(Instruction instruction, int at) {
        var access = instruction.guard() instanceof Guard.Always ? Access.WRITE : Access.READ;
        switch (instruction) {
            case Operation operation -> operation(operation, at, access);
            case Instruction.IndexedBranch branch -> operand(branch.index(), at, Access.READ);
            case Instruction.Call call -> {
                call.arguments().forEach(argument -> argument(argument, at, Access.READ));
                if (call.callee() instanceof Instruction.Callee.Indirect indirect) {
                    operand(indirect.address(), at, Access.READ);
                }
                call.results().forEach(result -> argument(result, at, access));
            }
            case Instruction.Opaque opaque -> {
                for (var word : opaque.words()) {
                    if (word instanceof Instruction.Word.Name(var operand)) {
                        operand(operand, at, Access.READ);
                    }
                }
            }
            case Instruction.Branch _ -> {}
        }
    }

    /// What is read first, so that an instruction which also writes it does not seem to need no
    /// earlier value.
    private void operation(Operation operation, int at, Access access) {
        var operands = operation.operands();
        boolean stores = operation.opcode() == Opcode.ST;
        if (operands.isEmpty() || !(stores || operation.opcode().hasResult())) {
            operands.forEach(operand -> operand(operand, at, Access.READ));
            return;
        }
        operands.subList(1, operands.size()).forEach(operand -> operand(operand, at, Access.READ));
        operand(operands.getFirst(), at, access);
    }

    private void argument(Operand operand, int at, Access access) {
        if (operand instanceof Operand.Address(Symbol.Local(_, int index), _)) {
            variables.use(index, at, access);
        } else {
            operand(operand, at, access);
        }
    }

    private void operand(Operand operand, int at, Access access) {
        switch (operand) {
            case Register register -> registers.use(register.index(), at, access);
            case Operand.Vector(var elements) -> operands(elements, at, access);
            case Operand.Pair(var first, var second) ->
                    operands(List.of(first, second), at, access);
            case Operand.Negated(var predicate) -> operand(predicate, at, Access.READ);
            case Operand.Memory(Register base, _) -> operand(base, at, Access.READ);
            case Operand.Memory(Symbol.Local(_, int index), _) -> variables.use(index, at, access);
            case Operand.Memory _ -> {}
            case Operand.Indexed(var base, var coordinates) -> {
                if (base instanceof Register register) {
                    operand(register, at, Access.READ);
                }
                operands(coordinates, at, Access.READ);
            }
            case Operand.Address(Symbol.Local(_, int index), _) -> variables.escape(index);
            case Operand.Address _, Operand.Sink _, Immediate _, SpecialRegister _ -> {}
        }
    }

    private void operands(List<Operand> operands, int at, Access access) {
        operands.forEach(operand -> operand(operand, at, access));
    }

    private enum Access {
        READ,
        WRITE
    }

    /// The first and the last use of each of a number of things.
    private static final class Uses {

        private static final int NEVER = -1;

        private final int[] first;
        private final int[] last;
        private final boolean[] lasting;

        Uses(int count) {
            first = new int[count];
            last = new int[count];
            lasting = new boolean[count];
            Arrays.fill(first, NEVER);
        }

        void use(int index, int at, Access access) {
            if (first[index] == NEVER) {
                first[index] = at;
                lasting[index] |= access == Access.READ;
            }
            last[index] = at;
        }

        /// Its address is taken: it may be used anywhere.
        void escape(int index) {
            lasting[index] = true;
        }

        Optional<Stretch> stretch(int index) {
            return first[index] == NEVER || lasting[index]
                    ? Optional.empty()
                    : Optional.of(new Stretch(first[index], last[index]));
        }
    }
}
