package org.offloadtck.linker.module;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.build.SectionAssembler;
import org.offloadtck.object.elf.model.X86Relocation;

/// Machine code of one function, as a sequence of encoded instructions.
///
/// No instruction has an absolute address, so the code is position-independent.
///
/// @see "Intel 64 Architectures Software Developer's Manual, volume 2, chapters 2 to 5"
final class MachineCode {

    /// The distance in bytes from a field of four bytes at the end of an instruction to the next
    /// instruction, which the processor counts from.
    private static final long TO_NEXT_INSTRUCTION = -Integer.BYTES;

    /// `REX.W`: the operation is one of 64 bits.
    private static final int WIDE = 0x48;

    /// ModRM and SIB of `[rsp + disp32]`, without the register.
    private static final int STACK = 0x84;

    private static final int STACK_BASE = 0x24;

    /// ModRM of `[rip + disp32]`, without the register.
    private static final int INSTRUCTION_RELATIVE = 0x05;

    private record Reference(int offset, X86Relocation type, String symbol) {}

    private record Jump(int offset, String label) {}

    private final ByteWriter bytes = new ByteWriter();
    private final List<Reference> references = new ArrayList<>();
    private final List<Jump> jumps = new ArrayList<>();
    private final Map<String, Integer> labels = new HashMap<>();

    int size() {
        return bytes.size();
    }

    /// Appends the code to a section, with the distances to its labels resolved.
    void into(SectionAssembler section) {
        byte[] resolved = resolved();
        int from = 0;
        for (Reference reference : references) {
            section.bytes(Arrays.copyOfRange(resolved, from, reference.offset()));
            section.relocated(
                    Integer.BYTES,
                    reference.type().code(),
                    reference.symbol(),
                    TO_NEXT_INSTRUCTION);
            from = reference.offset() + Integer.BYTES;
        }
        section.bytes(Arrays.copyOfRange(resolved, from, resolved.length));
    }

    private byte[] resolved() {
        int end = bytes.position();
        for (Jump jump : jumps) {
            Integer label = labels.get(jump.label());
            if (label == null) {
                throw new IllegalStateException("no block is called " + jump.label());
            }
            bytes.seek(jump.offset()).u32(label - jump.offset() + TO_NEXT_INSTRUCTION);
        }
        bytes.seek(end);
        return bytes.toByteArray();
    }

    /// Defines a label for the next instruction.
    void label(String name) {
        labels.put(name, bytes.position());
    }

    void pushRax() {
        hex("50");
    }

    void popRax() {
        hex("58");
    }

    void ret() {
        hex("c3");
    }

    /// `sub rsp, size`.
    void lowerStack(int size) {
        hex("4881ec").u32(size);
    }

    /// `add rsp, size`.
    void raiseStack(int size) {
        hex("4881c4").u32(size);
    }

    /// `mov register, [rsp + slot]`.
    void load(MachineRegister register, int slot) {
        onStack(0x8b, register, slot);
    }

    /// `mov [rsp + slot], register`.
    void store(MachineRegister register, int slot) {
        onStack(0x89, register, slot);
    }

    private void onStack(int operation, MachineRegister register, int slot) {
        bytes.u8(WIDE | register.high() << 2)
                .u8(operation)
                .u8(STACK | register.low() << 3)
                .u8(STACK_BASE)
                .u32(slot);
    }

    /// `lea register, [rip + symbol]`.
    void address(MachineRegister register, String symbol) {
        bytes.u8(WIDE | register.high() << 2)
                .u8(0x8d)
                .u8(INSTRUCTION_RELATIVE | register.low() << 3);
        reference(X86Relocation.R_X86_64_PC32, symbol);
    }

    /// `mov register, number` of 32 bits, which clears the others.
    void number(MachineRegister register, long number) {
        if (number >>> Integer.SIZE != 0) {
            throw new IllegalArgumentException("a number of more than 32 bits: " + number);
        }
        if (register.high() != 0) {
            bytes.u8(0x41);
        }
        bytes.u8(0xb8 | register.low()).u32(number);
    }

    /// Loads `size` bytes from the address in `rax` into `rax`, zero-extended.
    void read(long size) {
        hex(
                switch ((int) size) {
                    case Long.BYTES -> "488b00";
                    case Integer.BYTES -> "8b00";
                    case Short.BYTES -> "0fb700";
                    default -> throw new IllegalArgumentException("a load of " + size);
                });
    }

    /// Stores the low `size` bytes of `rcx` at the address in `rax`.
    void write(long size) {
        hex(
                switch ((int) size) {
                    case Long.BYTES -> "488908";
                    case Integer.BYTES -> "8908";
                    default -> throw new IllegalArgumentException("a store of " + size);
                });
    }

    /// Zero-extends the low `size` bytes of `rax`.
    void extend(long size) {
        switch ((int) size) {
            case Long.BYTES -> {}
            case Integer.BYTES -> hex("89c0");
            default -> throw new IllegalArgumentException("a value of " + size);
        }
    }

    void addToRax(long distance) {
        hex("4805").u32(distance);
    }

    /// Computes the operation on `rax` and `rcx` into `rax`.
    void calculate(IrInstruction.Operation operation) {
        hex(
                switch (operation) {
                    case AND -> "4821c8";
                    case LSHR -> "48d3e8";
                });
    }

    /// Sets `rax` to 1 if the relation to `rcx` holds, else to 0.
    void compare(IrInstruction.Relation relation) {
        hex("4839c8");
        hex(
                switch (relation) {
                    case EQ -> "0f94c0";
                    case NE -> "0f95c0";
                });
        hex("0fb6c0");
    }

    /// Jumps if `rax` is not 0.
    void jumpIfSet(String target) {
        hex("85c00f85");
        distance(target);
    }

    /// Jumps if `rax` is `value`, of 31 bits: the instruction extends the sign.
    void jumpIfEqual(long value, String target) {
        if (value >>> (Integer.SIZE - 1) != 0) {
            throw new IllegalArgumentException("a case of more than 31 bits: " + value);
        }
        hex("483d").u32(value);
        hex("0f84");
        distance(target);
    }

    void jump(String target) {
        hex("e9");
        distance(target);
    }

    void call(String function) {
        hex("e8");
        reference(X86Relocation.R_X86_64_PLT32, function);
    }

    private void distance(String target) {
        jumps.add(new Jump(bytes.position(), target));
        bytes.zeros(Integer.BYTES);
    }

    private void reference(X86Relocation type, String symbol) {
        references.add(new Reference(bytes.position(), type, symbol));
        bytes.zeros(Integer.BYTES);
    }

    private ByteWriter hex(String instruction) {
        return bytes.bytes(HexFormat.of().parseHex(instruction));
    }
}
