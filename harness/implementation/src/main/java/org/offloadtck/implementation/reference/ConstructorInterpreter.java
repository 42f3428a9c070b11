package org.offloadtck.implementation.reference;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.HexFormat;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.offloadtck.runtime.memory.SimulatedHostMemory;

/// Executes the constructors and destructors that compilers and linker wrappers write: functions
/// that pass one constant or address to functions of the runtime, and return.
///
/// They consist of nine kinds of instructions. Each acts on two registers, the instruction pointer
/// and `rdi`, which has the first argument of a call; effects on the stack are not simulated.
///
/// @param source the executable, for diagnostics
/// @param imports names of the runtime's functions, by the address that they are bound to
/// @param runtime is called with the name of the function and its first argument
/// @see "Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2; System V ABI,
///   AMD64 Architecture Processor Supplement 1.0, 3.2.3: argument registers"
record ConstructorInterpreter(
        String source,
        SimulatedHostMemory memory,
        Map<Long, String> imports,
        ObjLongConsumer<String> runtime) {

    /// The limit of executed instructions, which stops damaged code. Constructors are shorter.
    private static final int MOST_INSTRUCTIONS = 64;

    /// An instruction, by its first bytes.
    private enum Instruction {
        PUSH_RAX(1, "50"),
        POP_RAX(1, "58"),
        RET(1, "c3"),
        /// Aligns the stack for calls, as `push rax` does.
        SUB_RSP_IMM8(4, "4883ec"),
        ADD_RSP_IMM8(4, "4883c4"),
        /// Clears the upper half of `rdi`.
        MOV_EDI_IMM32(5, "bf"),
        LEA_RDI_RIP_REL32(7, "488d3d"),
        CALL_REL32(5, "e8"),
        /// A tail call: its return returns from the calling function as well.
        JMP_REL32(5, "e9");

        private final int size;
        private final String opcode;

        /// Creates an instruction.
        ///
        /// @param size in bytes
        /// @param opcode in hexadecimal
        Instruction(int size, String opcode) {
            this.size = size;
            this.opcode = opcode;
        }

        private int opcodeBytes() {
            return opcode.length() / 2;
        }
    }

    /// Calls the function at `address`.
    ///
    /// @throws HostFaultException at an instruction or a call of any other kind
    /// @throws org.offloadtck.runtime.diagnostic.OffloadException if the code accesses memory
    ///   outside its sections
    void call(long address) {
        long next = address;
        long rdi = 0;
        for (int count = 0; count < MOST_INSTRUCTIONS; count++) {
            var instruction = decode(next);
            long operands = next + instruction.opcodeBytes();
            next += instruction.size;
            switch (instruction) {
                case PUSH_RAX, POP_RAX, SUB_RSP_IMM8, ADD_RSP_IMM8 -> {}
                case MOV_EDI_IMM32 ->
                        rdi = Integer.toUnsignedLong(memory.i32(operands, "immediate"));
                case LEA_RDI_RIP_REL32 -> rdi = next + memory.i32(operands, "displacement");
                case CALL_REL32 -> callRuntime(next + memory.i32(operands, "target"), rdi);
                case JMP_REL32 -> {
                    callRuntime(next + memory.i32(operands, "target"), rdi);
                    return;
                }
                case RET -> {
                    return;
                }
            }
        }
        throw fault(
                next,
                "function has not returned after %d instructions".formatted(MOST_INSTRUCTIONS));
    }

    private void callRuntime(long target, long argument) {
        var function = imports.get(target);
        if (function == null) {
            throw fault(target, "call goes here when it should go to the runtime");
        }
        runtime.accept(function, argument);
    }

    private Instruction decode(long address) {
        for (var instruction : Instruction.values()) {
            if (begins(address, instruction)) {
                return instruction;
            }
        }
        throw fault(
                address,
                "byte is 0x%s when it should begin an instruction of a constructor"
                        .formatted(hex(address, 1)));
    }

    private boolean begins(long address, Instruction instruction) {
        return hex(address, 1).equals(instruction.opcode.substring(0, 2))
                && hex(address, instruction.opcodeBytes()).equals(instruction.opcode);
    }

    private String hex(long address, int bytes) {
        var code = memory.read(address, bytes, "instruction").toArray(JAVA_BYTE);
        return HexFormat.of().formatHex(code);
    }

    private HostFaultException fault(long address, String problem) {
        return new HostFaultException(source, "0x%x".formatted(address), problem);
    }
}
