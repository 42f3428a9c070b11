package org.offloadtck.object.elf.model;

/// The kind of an ELF file: `e_type`.
public record ElfType(int code) {

    /// `ET_REL`: a linker's input.
    public static final ElfType RELOCATABLE = new ElfType(1);

    /// `ET_EXEC`: loaded at fixed addresses.
    public static final ElfType EXECUTABLE = new ElfType(2);

    /// `ET_DYN`: loaded at any address; position-independent executables have this type too.
    public static final ElfType SHARED = new ElfType(3);
}
