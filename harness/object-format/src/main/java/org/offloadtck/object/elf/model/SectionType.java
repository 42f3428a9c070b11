package org.offloadtck.object.elf.model;

import java.util.Set;

/// The meaning of a section's bytes: `sh_type`. The set is open; the kit keeps types without a name
/// here.
///
/// @param code unsigned 32-bit
public record SectionType(long code) {

    public static final SectionType NULL = new SectionType(0);
    public static final SectionType PROGBITS = new SectionType(1);
    public static final SectionType SYMTAB = new SectionType(2);
    public static final SectionType STRTAB = new SectionType(3);
    public static final SectionType RELA = new SectionType(4);

    /// Rows of a tag and a value for the loader.
    public static final SectionType DYNAMIC = new SectionType(6);

    public static final SectionType NOTE = new SectionType(7);

    /// Occupies no file space; `sh_size` is the size in memory.
    public static final SectionType NOBITS = new SectionType(8);

    public static final SectionType REL = new SectionType(9);
    public static final SectionType DYNSYM = new SectionType(11);
    public static final SectionType INIT_ARRAY = new SectionType(14);
    public static final SectionType FINI_ARRAY = new SectionType(15);

    /// A word of flags, then the section indices of the group's members.
    public static final SectionType GROUP = new SectionType(17);

    /// The section indices of the symbols whose `st_shndx` is `SHN_XINDEX`.
    public static final SectionType SYMTAB_SHNDX = new SectionType(18);

    /// `SHT_CREL`: relocations in a compact encoding. Source: LLVM 20 and later,
    /// `BinaryFormat/ELF.h`.
    public static final SectionType CREL = new SectionType(0x40000014L);

    /// `SHT_ANDROID_RELA`: a loader's relocations in a packed encoding. Source: LLVM 4 and later,
    /// `BinaryFormat/ELF.h`.
    public static final SectionType ANDROID_RELA = new SectionType(0x60000002L);

    /// The types of `.nv.global` and `.nv.shared` in the relocatable files of `ptxas`. As in a
    /// section of type `SHT_NOBITS`, which `nvlink` makes of them, `sh_size` is the size in memory.
    /// Source: `ptxas` 13.0, whose section header table begins at their `sh_offset`.
    private static final Set<Long> RESERVED_BY_PTXAS = Set.of(0x70000007L, 0x7000000aL);

    /// The types of `.nv.merc.nv.constant.user` and `.nv.merc.nv.constant.pic` in cubins for
    /// `sm_100` and later. They lie on the bytes of `.nv.constant3` and `.nv.constant4`. Source:
    /// the cubins in `libcudf.so` of RAPIDS cuDF 26.08 (`ptxas` 13).
    private static final Set<Long> SHARED_BY_PTXAS = Set.of(0x7000007cL, 0x7000007dL);

    /// `SHT_LLVM_ADDRSIG`: ULEB128 indices of the address-significant symbols. Source: LLVM
    /// `docs/Extensions.rst`, `BinaryFormat/ELF.h`.
    public static final SectionType LLVM_ADDRSIG = new SectionType(0x6fff4c03L);

    /// `SHT_LLVM_OFFLOADING`: offload binaries, one after the other. Source: LLVM 15 and later,
    /// `BinaryFormat/ELF.h`.
    public static final SectionType LLVM_OFFLOADING = new SectionType(0x6fff4c0bL);

    /// Whether the file holds the section's bytes.
    public boolean occupiesFile() {
        return !equals(NULL) && !equals(NOBITS);
    }

    /// Whether a file for that machine holds the section's bytes.
    public boolean occupiesFile(ElfMachine machine) {
        return occupiesFile()
                && !(machine.equals(ElfMachine.CUDA) && RESERVED_BY_PTXAS.contains(code));
    }

    /// Whether a section in a file for that machine may lie on the bytes of another.
    public boolean sharesBytes(ElfMachine machine) {
        return machine.equals(ElfMachine.CUDA) && SHARED_BY_PTXAS.contains(code);
    }

    /// Written out: the equality that a record has by itself is slow in code of the first compiler.
    @Override
    public boolean equals(Object other) {
        return other instanceof SectionType that && that.code == code;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(code);
    }
}
