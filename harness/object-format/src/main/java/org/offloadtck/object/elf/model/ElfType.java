package org.offloadtck.object.elf.model;

/// What an ELF file is for: `e_type`.
public record ElfType(int code) {

    /// `ET_REL`: input of a linker.
    public static final ElfType RELOCATABLE = new ElfType(1);

    /// `ET_EXEC`: loaded where it says.
    public static final ElfType EXECUTABLE = new ElfType(2);

    /// `ET_DYN`: loaded anywhere; position-independent executables are of this type too.
    public static final ElfType SHARED = new ElfType(3);
}
