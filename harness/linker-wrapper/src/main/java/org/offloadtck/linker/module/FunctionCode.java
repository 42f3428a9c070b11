package org.offloadtck.linker.module;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.offloadtck.linker.module.IrValue.Local;

/// A function in machine code. Every value has a stack slot; every instruction loads its operands
/// from slots and stores its result to a slot.
///
/// ```
/// rsp + 0     arguments of calls that take more than six
/// …           a slot of 8 bytes for each value; smaller ones are extended with zeros
/// ```
///
/// A function without values needs no frame: its `push rax` and `pop rax` keep the stack aligned
/// for calls, so a function that only calls others is identical to the one that clang makes at
/// `-O2`.
///
/// @see "System V ABI, AMD64 Architecture Processor Supplement 1.0, 3.2.2 and 3.2.3"
final class FunctionCode {

    private static final List<MachineRegister> ARGUMENTS =
            List.of(
                    MachineRegister.RDI,
                    MachineRegister.RSI,
                    MachineRegister.RDX,
                    MachineRegister.RCX,
                    MachineRegister.R8,
                    MachineRegister.R9);

    /// Keeps the stack aligned to 16 bytes after the return address of 8 bytes.
    private static final int SMALLEST_FRAME = 8;

    private final IrFunction function;
    private final Map<String, Integer> slots = new HashMap<>();
    private final MachineCode code = new MachineCode();
    private final int frame;

    private FunctionCode(IrFunction function) {
        this.function = function;
        int end = outgoing();
        for (Local parameter : function.parameters()) {
            end = reserve(parameter, end);
        }
        for (IrFunction.Block block : function.blocks()) {
            for (IrInstruction instruction : block.instructions()) {
                end = reserve(instruction, end);
            }
        }
        frame = end + (end % 16 == SMALLEST_FRAME ? 0 : SMALLEST_FRAME);
    }

    static MachineCode of(IrFunction function) {
        var code = new FunctionCode(function);
        code.assemble();
        return code.code;
    }

    /// The size of arguments on the stack, in bytes.
    private int outgoing() {
        return function.blocks().stream()
                        .flatMap(block -> block.instructions().stream())
                        .flatMap(IrInstruction::calls)
                        .mapToInt(call -> call.arguments().size() - ARGUMENTS.size())
                        .filter(onStack -> onStack > 0)
                        .max()
                        .orElse(0)
                * Long.BYTES;
    }

    private int reserve(IrInstruction instruction, int end) {
        return instruction instanceof IrInstruction.Assignment assignment
                ? reserve(assignment.result(), end)
                : end;
    }

    private int reserve(Local value, int end) {
        slots.put(value.name(), end);
        return end + Long.BYTES;
    }

    private void assemble() {
        enter();
        for (int index = 0; index < function.parameters().size(); index++) {
            code.store(ARGUMENTS.get(index), slot(function.parameters().get(index)));
        }
        for (IrFunction.Block block : function.blocks()) {
            code.label(block.label());
            block.instructions().forEach(instruction -> assemble(instruction, block.label()));
        }
    }

    private void enter() {
        if (frame == SMALLEST_FRAME) {
            code.pushRax();
        } else {
            code.lowerStack(frame);
        }
    }

    private void leave() {
        if (frame == SMALLEST_FRAME) {
            code.popRax();
        } else {
            code.raiseStack(frame);
        }
        code.ret();
    }

    private void assemble(IrInstruction instruction, String block) {
        switch (instruction) {
            case IrInstruction.Phi _ -> {}
            case IrInstruction.Assignment assignment -> {
                compute(assignment);
                code.store(MachineRegister.RAX, slot(assignment.result()));
            }
            case IrInstruction.Store(var value, var pointer) -> {
                load(MachineRegister.RCX, value);
                load(MachineRegister.RAX, pointer);
                code.write(value.type().size());
            }
            case IrInstruction.Call call -> call(call);
            case IrInstruction.Branch(var target) -> jump(target, block);
            case IrInstruction.ConditionalBranch branch -> branch(branch, block);
            case IrInstruction.Switch choice -> choose(choice, block);
            case IrInstruction.Return _ -> leave();
        }
    }

    /// Computes the value into `rax`.
    private void compute(IrInstruction.Assignment assignment) {
        switch (assignment) {
            case IrInstruction.Load(var result, var pointer) -> {
                load(MachineRegister.RAX, pointer);
                code.read(result.type().size());
            }
            case IrInstruction.Field(_, var structure, var base, var index) ->
                    behind(base, structure.offset(index));
            case IrInstruction.Next(_, var structure, var base) -> behind(base, structure.size());
            case IrInstruction.Binary(_, var operation, var left, var right) -> {
                operands(left, right);
                code.calculate(operation);
            }
            case IrInstruction.Truncate(var result, var wide) -> {
                load(MachineRegister.RAX, wide);
                code.extend(result.type().size());
            }
            case IrInstruction.Compare(_, var relation, var left, var right) -> {
                operands(left, right);
                code.compare(relation);
            }
            case IrInstruction.Phi(var result, _) -> load(MachineRegister.RAX, result);
            case IrInstruction.Take(var result, var call) -> {
                call(call);
                code.extend(result.type().size());
            }
        }
    }

    private void operands(IrValue left, IrValue right) {
        load(MachineRegister.RCX, right);
        load(MachineRegister.RAX, left);
    }

    private void behind(IrValue base, long distance) {
        load(MachineRegister.RAX, base);
        code.addToRax(distance);
    }

    private void call(IrInstruction.Call call) {
        List<IrValue> arguments = call.arguments();
        for (int index = ARGUMENTS.size(); index < arguments.size(); index++) {
            load(MachineRegister.RAX, arguments.get(index));
            code.store(MachineRegister.RAX, (index - ARGUMENTS.size()) * Long.BYTES);
        }
        for (int index = 0; index < Math.min(arguments.size(), ARGUMENTS.size()); index++) {
            load(ARGUMENTS.get(index), arguments.get(index));
        }
        code.call(call.callee().name());
    }

    private void branch(IrInstruction.ConditionalBranch branch, String block) {
        phis(branch.then(), block);
        phis(branch.otherwise(), block);
        load(MachineRegister.RAX, branch.condition());
        code.jumpIfSet(branch.then());
        code.jump(branch.otherwise());
    }

    private void choose(IrInstruction.Switch choice, String block) {
        load(MachineRegister.RAX, choice.value());
        choice.cases()
                .forEach((value, target) -> {
                    phis(target, block);
                    code.jumpIfEqual(value, target);
                });
        jump(choice.otherwise(), block);
    }

    private void jump(String target, String block) {
        phis(target, block);
        code.jump(target);
    }

    /// Sets the phis at the head of `target` to their values for control flow from `block`.
    private void phis(String target, String block) {
        function.blocks().stream()
                .filter(one -> one.label().equals(target))
                .flatMap(one -> one.instructions().stream())
                .forEach(instruction -> {
                    if (instruction instanceof IrInstruction.Phi(var result, var incoming)) {
                        load(MachineRegister.RDX, Objects.requireNonNull(incoming.get(block)));
                        code.store(MachineRegister.RDX, slot(result));
                    }
                });
    }

    private void load(MachineRegister register, IrValue value) {
        switch (value) {
            case Local local -> code.load(register, slot(local));
            case IrValue.Symbol(var name) -> code.address(register, name);
            case IrValue.Literal(var type, var number) ->
                    code.number(register, number & mask(type));
            case IrValue.Null _ -> code.number(register, 0);
        }
    }

    /// A mask of the bits of `type`, which zero-extends a value in its slot.
    private static long mask(IrType type) {
        return type.size() == Long.BYTES ? -1 : (1L << (type.size() * Byte.SIZE)) - 1;
    }

    private int slot(Local value) {
        Integer slot = slots.get(value.name());
        if (slot == null) {
            throw new IllegalStateException(
                    "%%%s of %s has no definition".formatted(value.name(), function.name()));
        }
        return slot;
    }
}
