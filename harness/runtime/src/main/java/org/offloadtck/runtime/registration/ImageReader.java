package org.offloadtck.runtime.registration;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// Reads an image of a descriptor and determines its target.
///
/// Requirement: RG-04.
record ImageReader(AbiProfile profile) {

    /// `e_ident`, `e_machine` and `e_flags` of `Elf64_Ehdr`: System V ABI, ELF header.
    private static final long ELF_MAGIC = 0x464c_457fL;

    private static final int ABI_VERSION = 8;
    private static final int MACHINE = 18;
    private static final int FLAGS = 48;
    private static final int ELF_HEADER_SIZE = 64;

    /// The first `EI_ABIVERSION` with the SM number in the second byte of `e_flags`.
    ///
    /// @see "LLVM 22, offload/plugins-nextgen/cuda/src/rtl.cpp, CUDAPluginTy::isELFCompatible"
    private static final int CUDA_ABI_V2 = 8;

    private static final TargetId OPENCL_C = new TargetId("opencl-c", "");
    private static final TargetId UNKNOWN = new TargetId("unknown", "");

    /// Reads the image with the bytes `content`.
    ///
    /// @param address `ImageStart`
    /// @throws OffloadException if it is a malformed offload binary
    ProgramImage read(ObjectBytes content, long address) {
        return switch (profile.wrapper().imageStart()) {
            case IMAGE -> bare(content);
            case OFFLOAD_BINARY ->
                    OffloadBinary.startsIn(content) ? inBinary(content, address) : bare(content);
        };
    }

    private static ProgramImage bare(ObjectBytes content) {
        return new ProgramImage(content.source(), target(content), content.bytes());
    }

    private static ProgramImage inBinary(ObjectBytes content, long address) {
        OffloadBinary binary = parsed(content, address);
        if (binary.images().size() != 1) {
            throw malformed(
                    address,
                    "the offload binary holds %d images when it should hold one"
                            .formatted(binary.images().size()));
        }
        OffloadBinary.Image image = binary.images().getFirst();
        var target = new TargetId(image.target().triple(), image.target().arch());
        return new ProgramImage(content.source(), target, image.bytes());
    }

    private static OffloadBinary parsed(ObjectBytes content, long address) {
        try {
            return OffloadBinary.parse(content.source(), content.toByteArray());
        } catch (MalformedObjectException fault) {
            var refusal =
                    malformed(
                            address + fault.offset(),
                            "the offload binary breaks the rule %s at offset 0x%x"
                                    .formatted(fault.rule(), fault.offset()));
            refusal.initCause(fault);
            throw refusal;
        }
    }

    /// The target of an image without an offload binary: its machine and, for CUDA, its SM number.
    private static TargetId target(ObjectBytes content) {
        if (content.size() >= ELF_HEADER_SIZE && content.u32(0, "magic") == ELF_MAGIC) {
            return elfTarget(content);
        }
        return isText(content) ? OPENCL_C : UNKNOWN;
    }

    private static TargetId elfTarget(ObjectBytes content) {
        var machine = new ElfMachine(content.u16(MACHINE, "e_machine"));
        long flags = content.u32(FLAGS, "e_flags");
        if (machine.equals(ElfMachine.CUDA)) {
            boolean isV2 = content.u8(ABI_VERSION, "EI_ABIVERSION") >= CUDA_ABI_V2;
            long sm = isV2 ? flags >> 8 & 0xff : flags & 0xff;
            return new TargetId("nvptx64-nvidia-cuda", "sm_" + sm);
        }
        if (machine.equals(ElfMachine.AMDGPU)) {
            return new TargetId("amdgcn-amd-amdhsa", "");
        }
        return machine.equals(ElfMachine.X86_64)
                ? new TargetId("x86_64-unknown-linux-gnu", "")
                : UNKNOWN;
    }

    /// Whether the image is UTF-8 text: OpenCL C source has no container by which to recognize it.
    private static boolean isText(ObjectBytes content) {
        byte[] bytes = content.bytes().toArray(JAVA_BYTE);
        for (byte one : bytes) {
            if (one == 0) {
                return false;
            }
        }
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return bytes.length > 0;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private static OffloadException malformed(long address, String problem) {
        return new OffloadException("__tgt_register_lib", address, RuntimeRule.IMAGE, problem);
    }
}
