package org.offloadtck.linker.wrap;

import java.util.HexFormat;
import org.offloadtck.object.elf.ElfAssembler;
import org.offloadtck.object.elf.SectionAssembler;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.object.elf.SectionType;
import org.offloadtck.object.elf.SymbolDefinition;
import org.offloadtck.object.elf.SymbolType;
import org.offloadtck.object.profile.AbiProfile;

/// The constructor and the destructor that register and unregister a descriptor, in machine code:
///
/// ```c
/// static void descriptor_unreg(void) { __tgt_unregister_lib(&descriptor); }
///
/// static void descriptor_reg(void) {
///   __tgt_register_lib(&descriptor);
///   atexit(descriptor_unreg);          // where the profile unregisters by atexit
/// }
/// ```
///
/// Each function is what clang makes of it at `-O2`: `push rax` keeps the stack aligned for the
/// call, `lea rdi, [rip + descriptor]` passes the argument, both without an absolute address, so
/// that the object links into position-independent executables too.
///
/// @see "System V ABI, AMD64 Architecture Processor Supplement 1.0, 3.2.2 and 3.2.3; Intel 64
///   Architectures Software Developer's Manual, volume 2"
final class RegistrationCode {

    static final String REGISTER = ".omp_offloading.descriptor_reg";
    static final String UNREGISTER = ".omp_offloading.descriptor_unreg";

    private static final byte[] PUSH_RAX = HexFormat.of().parseHex("50");
    private static final byte[] LEA_RDI = HexFormat.of().parseHex("488d3d");
    private static final byte[] CALL = HexFormat.of().parseHex("e8");
    private static final byte[] POP_RAX_RET = HexFormat.of().parseHex("58c3");
    private static final int NOP = 0x90;

    /// In bytes.
    private static final int FUNCTION_ALIGNMENT = 16;

    /// `R_X86_64_PC32`. Source: x86-64 psABI 1.0, table 4.9; as the next.
    private static final long PC32 = 2;

    /// `R_X86_64_PLT32`.
    private static final long PLT32 = 4;

    /// From a relocated field to the end of its instruction, in bytes, counted from which the
    /// processor adds it.
    private static final long TO_NEXT_INSTRUCTION = -Integer.BYTES;

    /// A function that is called with one address.
    ///
    /// @param argument the symbol whose address is passed
    private record Call(String function, String argument) {

        /// Bytes of `lea` and `call`.
        static final int SIZE = 12;
    }

    private final SectionAssembler text;

    private RegistrationCode(SectionAssembler text) {
        this.text = text;
    }

    /// Adds both functions to `object`, and has them called when the program starts and ends.
    static void assemble(ElfAssembler object, AbiProfile.Wrapper profile) {
        var code =
                new RegistrationCode(
                        object.section(
                                ".text.startup",
                                SectionType.PROGBITS,
                                SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.EXECINSTR),
                                FUNCTION_ALIGNMENT));
        var register = new Call("__tgt_register_lib", WrapperObject.DESCRIPTOR);
        var unregister = new Call("__tgt_unregister_lib", WrapperObject.DESCRIPTOR);
        int priority = profile.constructorPriority();
        switch (profile.unregister()) {
            case FINI_ARRAY -> {
                code.function(REGISTER, register);
                array(object, ".init_array", SectionType.INIT_ARRAY, priority, REGISTER);
                array(object, ".fini_array", SectionType.FINI_ARRAY, priority, UNREGISTER);
            }
            case ATEXIT -> {
                code.function(REGISTER, register, new Call("atexit", UNREGISTER));
                array(object, ".init_array", SectionType.INIT_ARRAY, priority, REGISTER);
            }
        }
        code.function(UNREGISTER, unregister);
    }

    private void function(String name, Call... calls) {
        while (text.position() % FUNCTION_ALIGNMENT != 0) {
            text.u8(NOP);
        }
        long size = PUSH_RAX.length + (long) Call.SIZE * calls.length + POP_RAX_RET.length;
        text.define(SymbolDefinition.local(name, size).with(SymbolType.FUNC)).bytes(PUSH_RAX);
        for (Call call : calls) {
            text.bytes(LEA_RDI)
                    .relocated(Integer.BYTES, PC32, call.argument(), TO_NEXT_INSTRUCTION)
                    .bytes(CALL)
                    .relocated(Integer.BYTES, PLT32, call.function(), TO_NEXT_INSTRUCTION);
        }
        text.bytes(POP_RAX_RET);
    }

    /// An array of one function: `.init_array.101`; without a number for the default priority,
    /// which comes last.
    ///
    /// @see "LLVM 22, llvm/lib/CodeGen/TargetLoweringObjectFileImpl.cpp, getStaticStructorSection:
    ///   65535 is the default priority"
    private static void array(
            ElfAssembler object, String name, SectionType type, int priority, String function) {
        String numbered = priority == 65535 ? name : name + "." + priority;
        object.section(
                        numbered,
                        type,
                        SectionFlag.mask(SectionFlag.ALLOC, SectionFlag.WRITE),
                        Long.BYTES)
                .address(function, 0);
    }
}
