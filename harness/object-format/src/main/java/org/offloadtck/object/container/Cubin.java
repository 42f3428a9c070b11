package org.offloadtck.object.container;

import static java.util.Collections.unmodifiableSequencedMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SymbolType;

/// Machine code of one NVIDIA architecture in an ELF file of machine `EM_CUDA`, as NVIDIA's `ptxas`
/// and `nvlink` write it.
///
/// @param kernels the parameters of each kernel, by its name, in the order of the sections; without
///   kernels that have no section `.nv.info.KERNEL`
public record Cubin(SequencedMap<String, List<KernelParameter>> kernels) {

    /// Name of the section with the attributes of a kernel, before the kernel's.
    private static final String INFO = ".nv.info.";

    /// `STO_CUDA_ENTRY` of a symbol's `st_other`: the function is a kernel. Source: the cubins of
    /// `ptxas` 13.0, whose other functions lack it.
    private static final int ENTRY = 0x10;

    /// Offset of `e_machine` in an `Elf64_Ehdr`, for diagnostics. Source: System V ABI, "ELF
    /// Header".
    private static final long AT_MACHINE = 18;

    public Cubin {
        kernels = unmodifiableSequencedMap(new LinkedHashMap<>(kernels));
    }

    /// Whether a file is a cubin: an ELF file of that machine, and no device container.
    public static boolean isCubin(ObjectBytes file) {
        try {
            return ElfObject.isElf(file) && isCubin(ElfObject.parse(file));
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    /// Whether an ELF file is a cubin.
    public static boolean isCubin(ElfObject object) {
        return object.header().machine().equals(ElfMachine.CUDA)
                && !DeviceContainer.isContainer(object);
    }

    /// Reads a cubin.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if the bytes are not a cubin
    public static Cubin parse(String source, byte[] bytes) {
        return parse(ObjectBytes.of(source, bytes));
    }

    /// Reads a cubin that is part of another file.
    public static Cubin parse(ObjectBytes file) {
        var object = ElfObject.parse(file);
        int machine = object.header().machine().code();
        if (machine != ElfMachine.CUDA.code()) {
            throw file.malformed(
                    AT_MACHINE,
                    FormatRule.CODE,
                    "machine is %d when it should be %d, EM_CUDA"
                            .formatted(machine, ElfMachine.CUDA.code()));
        }
        return new Cubin(kernels(object));
    }

    private static SequencedMap<String, List<KernelParameter>> kernels(ElfObject object) {
        var kernels = new LinkedHashMap<String, List<KernelParameter>>();
        for (var section : object.sections()) {
            var name = section.name();
            if (name.startsWith(INFO) && isKernel(object, name.substring(INFO.length()))) {
                add(kernels, section);
            }
        }
        return kernels;
    }

    private static boolean isKernel(ElfObject object, String name) {
        return object.symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.FUNC))
                .filter(symbol -> symbol.name().equals(name))
                .anyMatch(symbol -> (symbol.other() & ENTRY) != 0);
    }

    private static void add(SequencedMap<String, List<KernelParameter>> kernels, Section section) {
        var contents = section.contents();
        var parameters = KernelInfoReader.parameters(contents);
        if (kernels.putIfAbsent(section.name().substring(INFO.length()), parameters) != null) {
            throw contents.malformed(
                    0, FormatRule.UNIQUE, "section %s exists twice".formatted(section.name()));
        }
    }
}
