package org.offloadtck.object.startup;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.startup.CodeValue.Imported;
import org.offloadtck.object.startup.CodeValue.Incoming;
import org.offloadtck.object.startup.CodeValue.Place;
import org.offloadtck.object.startup.X86Instruction.Absolute;
import org.offloadtck.object.startup.X86Instruction.Based;
import org.offloadtck.object.startup.X86Instruction.Computed;
import org.offloadtck.object.startup.X86Instruction.NoOperand;
import org.offloadtck.object.startup.X86Instruction.Operand;
import org.offloadtck.object.startup.X86Instruction.Register;
import org.offloadtck.object.startup.X86Instruction.Relative;

/// Follows the paths through a function. An instruction that several paths reach is read with the
/// registers of the first; jumps to other functions are part of the paths.
///
/// Source of the registers: *System V Application Binary Interface, AMD64 Architecture Processor
/// Supplement*, version 1.0, section 3.2.
final class X86Tracer {

    /// Instructions after which a function counts as not decoded.
    private static final int LIMIT = 20_000;

    private static final int RAX = 0;
    private static final int RSP = 4;
    private static final int RBP = 5;
    private static final int RDI = 7;

    /// The registers that a callee may change: rax, rcx, rdx, rsi, rdi and r8 to r11.
    private static final int[] VOLATILE = {RAX, 1, 2, 6, RDI, 8, 9, 10, 11};

    private final FileMemory memory;
    private final SectionOffset function;
    private final Set<Long> visited = new HashSet<>();
    private final Deque<Path> paths = new ArrayDeque<>();
    private final Map<Based, CodeValue> stack = new HashMap<>();
    private final List<FunctionCall> calls = new ArrayList<>();
    private final List<CodeValue> addresses = new ArrayList<>();
    private final CodeValue[] registers = new CodeValue[16];
    private long at;
    private boolean isWhole = true;
    private boolean isAtEnd;

    private X86Tracer(FileMemory memory, SectionOffset function) {
        this.memory = memory;
        this.function = function;
        Arrays.fill(registers, new Incoming());
        paths.add(new Path(function.offset(), List.of(registers)));
    }

    /// A path that is still to be followed.
    ///
    /// @param start offset of its first instruction in the section
    private record Path(long start, List<CodeValue> registers) {}

    static FunctionTrace trace(FileMemory memory, SectionOffset function) {
        return new X86Tracer(memory, function).trace();
    }

    private FunctionTrace trace() {
        isWhole = memory.section(function).has(SectionFlag.EXECINSTR);
        while (isWhole && !paths.isEmpty()) {
            var path = paths.pop();
            at = path.start();
            path.registers().toArray(registers);
            isAtEnd = false;
            follow();
        }
        return new FunctionTrace(function, calls, addresses, isWhole);
    }

    private void follow() {
        var code = memory.section(function).contents();
        while (!isAtEnd && visited.add(at)) {
            var instruction = X86Decoder.decode(code, at);
            if (instruction.isEmpty() || visited.size() > LIMIT) {
                isWhole = false;
                return;
            }
            step(instruction.get());
            at += instruction.get().length();
        }
    }

    private void step(X86Instruction instruction) {
        int register = instruction.register();
        switch (instruction.operation()) {
            case ADDRESS -> set(register, address(instruction));
            case LOAD -> set(register, loaded(instruction));
            case STORE -> store(instruction.operand(), registers[register]);
            case SET -> store(instruction.operand(), number(instruction));
            case CLEAR -> set(register, new CodeValue.Constant(0));
            case CALL -> call(branchTarget(instruction));
            case CALL_INDIRECT -> call(loaded(instruction));
            case JUMP -> jump(branchTarget(instruction));
            case JUMP_INDIRECT -> tailCall(loaded(instruction));
            case BRANCH -> branch(branchTarget(instruction));
            case RETURN, TRAP -> isAtEnd = true;
            case PUSH -> forgetStack(RSP);
            case NOTHING -> {}
            case OTHER -> {
                forget(instruction.operand());
                set(register, new CodeValue.Unknown());
            }
        }
    }

    private void set(int register, CodeValue value) {
        registers[register] = value;
        if (register == RSP || register == RBP) {
            forgetStack(register);
        }
        if (value instanceof Place || value instanceof Imported) {
            addresses.add(value);
        }
    }

    private void forgetStack(int base) {
        stack.keySet().removeIf(slot -> slot.base() == base);
    }

    private void forget(Operand operand) {
        store(operand, new CodeValue.Unknown());
    }

    private void store(Operand operand, CodeValue value) {
        switch (operand) {
            case Register(var number) -> set(number, value);
            case Based slot -> {
                if (slot.base() == RSP || slot.base() == RBP) {
                    stack.put(slot, value);
                }
            }
            case Relative _, Absolute _, Computed _, NoOperand _ -> {}
        }
    }

    private SectionOffset place(long offset) {
        return new SectionOffset(function.section(), offset);
    }

    private CodeValue address(X86Instruction instruction) {
        return switch (instruction.operand()) {
            case Relative(var distance, var distanceAt) ->
                    relative(instruction, distanceAt, distance);
            case Absolute(var address, var addressAt) ->
                    memory.immediate(place(at + addressAt)).orElseGet(() -> memory.value(address));
            case Based _, Computed _, Register _, NoOperand _ -> new CodeValue.Unknown();
        };
    }

    /// The target of a field that holds a distance from the end of the instruction.
    private CodeValue relative(X86Instruction instruction, int fieldAt, long distance) {
        long end = at + instruction.length();
        return memory.relative(place(at + fieldAt), instruction.length() - fieldAt)
                .orElseGet(() ->
                        memory.isLinked()
                                ? memory.value(memory.address(place(end)) + distance)
                                : new Place(place(end + distance)));
    }

    private CodeValue loaded(X86Instruction instruction) {
        return switch (instruction.operand()) {
            case Register(var number) -> registers[number];
            case Based slot -> stack.getOrDefault(slot, new CodeValue.Unknown());
            case Relative(_, var distanceAt) -> slot(instruction, distanceAt);
            case Absolute _, Computed _, NoOperand _ -> new CodeValue.Unknown();
        };
    }

    /// The value of a variable. An object names the symbol whose address a slot of the global
    /// offset table will hold; a linked file has the slot.
    private CodeValue slot(X86Instruction instruction, int fieldAt) {
        var variable = address(instruction);
        if (memory.isOffsetTableReference(place(at + fieldAt))) {
            return variable;
        }
        return variable instanceof Place(var place)
                ? memory.constant(place)
                : new CodeValue.Unknown();
    }

    private CodeValue number(X86Instruction instruction) {
        return memory.immediate(place(at + instruction.numberAt()))
                .orElseGet(() -> memory.value(instruction.number()));
    }

    private CodeValue branchTarget(X86Instruction instruction) {
        return relative(instruction, instruction.numberAt(), instruction.number());
    }

    private void call(CodeValue target) {
        calls.add(new FunctionCall(place(at), memory.imported(target), registers[RDI]));
        isWhole &= !(target instanceof CodeValue.Unknown || target instanceof CodeValue.Constant);
        for (int register : VOLATILE) {
            registers[register] = new CodeValue.Unknown();
        }
    }

    /// A jump to another function, which ends this one.
    private void tailCall(CodeValue target) {
        call(target);
        isAtEnd = true;
    }

    /// Follows a jump in the section; any other is a tail call.
    private void jump(CodeValue target) {
        if (memory.imported(target) instanceof Imported || !branch(target)) {
            tailCall(target);
        }
        isAtEnd = true;
    }

    /// Notes a path that starts at the target of a jump.
    ///
    /// @return whether the target is in the section
    private boolean branch(CodeValue target) {
        if (!(target instanceof Place(var place)) || place.section() != function.section()) {
            return false;
        }
        if (!visited.contains(place.offset())) {
            paths.push(new Path(place.offset(), List.of(registers)));
        }
        return true;
    }
}
