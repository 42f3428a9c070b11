package org.offloadtck.object.elf.model;

/// A bit of `sh_flags`.
public enum SectionFlag {
    WRITE(0x1),
    ALLOC(0x2),
    EXECINSTR(0x4),
    MERGE(0x10),
    STRINGS(0x20),
    /// `sh_info` is a section index.
    INFO_LINK(0x40),
    LINK_ORDER(0x80),
    GROUP(0x200),
    TLS(0x400),
    /// `SHF_GNU_RETAIN`. Source: LLVM `BinaryFormat/ELF.h`.
    GNU_RETAIN(0x200000),
    /// `SHF_EXCLUDE`: the linker does not copy the section to an executable or shared object.
    /// Source: LLVM `BinaryFormat/ELF.h`.
    EXCLUDE(0x80000000L);

    private final long bit;

    SectionFlag(long bit) {
        this.bit = bit;
    }

    /// The value of `sh_flags` with the bits of `flags`.
    public static long mask(SectionFlag... flags) {
        long mask = 0;
        for (SectionFlag flag : flags) {
            mask |= flag.bit;
        }
        return mask;
    }

    public boolean in(long mask) {
        return (mask & bit) != 0;
    }
}
