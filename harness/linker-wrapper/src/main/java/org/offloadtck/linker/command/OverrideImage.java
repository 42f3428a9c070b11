package org.offloadtck.linker.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.plugin.image.TargetId;

/// A file that replaces every image of the link: `--override-image=openmp=FILE`. Its ELF header
/// determines its target.
///
/// @see "LLVM 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, handleOverrideImages"
final class OverrideImage {

    private static final String OPTION = WrapperOption.OVERRIDE_IMAGE.spelling();

    /// `e_ident[EI_ABIVERSION]` of a cubin whose SM is in bits 8 to 15 of `e_flags`. Source: LLVM
    /// 22, llvm/include/llvm/BinaryFormat/ELF.h, ELFABIVERSION_CUDA_V2.
    private static final int CUDA_V2 = 8;

    private static final int SM_MASK = 0xff;

    private OverrideImage() {}

    /// Reads the file that a value of the option names.
    ///
    /// @param value behind the option's `=`
    /// @param folder the directory that a relative path starts from
    /// @throws LinkException if the value is not `KIND=FILE`, or the kit knows no target for the
    ///   file's machine
    static LinkedImage read(String value, Path folder) {
        int equals = value.indexOf('=');
        String label = equals < 0 ? value : value.substring(0, equals);
        var kind =
                Arrays.stream(OffloadKind.values())
                        .filter(known -> known.label().equals(label))
                        .findFirst()
                        .orElseThrow(() ->
                                LinkCommandLine.rejected(
                                        OPTION,
                                        "is '%s', when it should be KIND=FILE with a kind such as openmp"
                                                .formatted(value)));
        Path file = folder.resolve(value.substring(Math.min(equals + 1, value.length())));
        if (!Files.isRegularFile(file)) {
            throw LinkCommandLine.rejected(OPTION, "names %s, which is not a file".formatted(file));
        }
        byte[] bytes = bytes(file);
        return new LinkedImage(
                target(file.toString(), bytes), Set.of(kind), MemorySegment.ofArray(bytes));
    }

    private static TargetId target(String file, byte[] bytes) {
        var source = ObjectBytes.of(file, bytes);
        if (FileFormat.of(source) != FileFormat.ELF) {
            throw noTarget(file, "is no ELF file, when its header should state the target");
        }
        ElfHeader header = ElfObject.parse(source).header();
        if (header.machine().equals(ElfMachine.X86_64)) {
            return new TargetId("x86_64--", "");
        }
        if (header.machine().equals(ElfMachine.CUDA)) {
            long sm = header.abiVersion() == CUDA_V2 ? header.flags() >> 8 : header.flags();
            return new TargetId("nvptx64-nvidia-cuda", "sm_%d".formatted(sm & SM_MASK));
        }
        throw noTarget(
                file,
                "is for the ELF machine %d, when it should be x86-64 or CUDA"
                        .formatted(header.machine().code()));
    }

    private static LinkException noTarget(String file, String problem) {
        return new LinkException(file, "ELF header", LinkRule.DEVICE_LINKER, problem);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
