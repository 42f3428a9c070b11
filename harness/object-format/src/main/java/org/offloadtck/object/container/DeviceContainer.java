package org.offloadtck.object.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;

import java.util.List;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;

/// PTX of one architecture, in an ELF file.
///
/// ```
/// DeviceContainer --> ELF64 little-endian, EM_CUDA, EI_OSABI 0x33, EI_ABIVERSION 7
///                     e_type     ET_REL or ET_EXEC
///                     e_flags    SM | 0x500 | SM << 16
///                     .ptx       the text, UTF-8, without a terminating NUL
///                     .data      variables with initial values
///                     .bss       variables without
///                     .symtab    a row per ContainerSymbol; functions are in .ptx, at 0
/// ```
///
/// Source of the header's values: what `ptxas` of CUDA 11.8 writes and libomptarget 16 to 20
/// demands, LLVM 18, `openmp/libomptarget/plugins-nextgen/common/src/Utils/ELF.cpp`, and
/// `llvm/include/llvm/BinaryFormat/ELF.h`, `EF_CUDA_*`. Plugins read a kernel's execution mode from
/// the file, at the offset of the symbol's section plus the symbol's value: LLVM 16,
/// `openmp/libomptarget/plugins-nextgen/common/PluginInterface/GlobalHandler.cpp`,
/// `getGlobalMetadataFromELF`.
///
/// @param sm the architecture's number: 75 for `sm_75`
/// @param ptx the text; without NUL, because drivers read it as a C string
/// @param symbols each name once; in the order of the symbol table: functions, variables with
///   initial values, those without, references
public record DeviceContainer(Form form, int sm, String ptx, List<ContainerSymbol> symbols) {

    /// Largest architecture that fits `e_flags`.
    static final int MOST_SM = 0xFF;

    /// The stage of linking.
    public enum Form {
        /// One module, which may refer to others: `ET_REL`, from `ptxas`.
        RELOCATABLE,
        /// All modules of a program: `ET_EXEC`, from `nvlink`.
        EXECUTABLE
    }

    public DeviceContainer {
        symbols = symbols.stream().sorted(comparing(ContainerSymbol::place)).toList();
        if (sm < 1 || sm > MOST_SM) {
            throw new IllegalArgumentException(
                    "sm is %d when it should be from 1 to %d".formatted(sm, MOST_SM));
        }
        if (ptx.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the PTX contains a NUL at character %d".formatted(ptx.indexOf('\0')));
        }
    }

    /// Whether an ELF file is a device container, from its machine and the section of its text.
    public static boolean isContainer(ElfObject object) {
        return object.header().machine().equals(ElfMachine.CUDA)
                && object.sections().stream()
                        .anyMatch(section -> section.name().equals(ContainerWriter.PTX_SECTION));
    }

    /// Whether a file is a device container; false for one that is no well-formed ELF file.
    public static boolean isContainer(ObjectBytes file) {
        try {
            return ElfObject.isElf(file) && isContainer(ElfObject.parse(file));
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    /// Reads a container.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if the bytes are not a container
    public static DeviceContainer parse(String source, byte[] bytes) {
        return parse(ObjectBytes.of(source, bytes));
    }

    /// Reads a container that is part of another file.
    public static DeviceContainer parse(ObjectBytes file) {
        return new ContainerReader(file).read();
    }

    /// The bytes of the ELF file; equal containers give equal bytes.
    public byte[] write() {
        return ContainerWriter.write(this, ptx.getBytes(UTF_8));
    }
}
