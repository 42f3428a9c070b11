package org.offloadtck.object.elf.model;

/// The fields of the `Elf64_Ehdr` that do not follow from the layout of the file.
///
/// @param osAbi `e_ident[EI_OSABI]`
/// @param abiVersion `e_ident[EI_ABIVERSION]`
/// @param version `e_version`: 1, except in files of NVIDIA's tools, which write their own version
/// @param entry address of the entry point; 0 if there is none
/// @param flags `e_flags`, unsigned 32-bit; its meaning depends on the machine
/// @param stringTable index of the section name string table; 0 if there is none
public record ElfHeader(
        int osAbi,
        int abiVersion,
        ElfType type,
        ElfMachine machine,
        long version,
        long entry,
        long flags,
        int stringTable) {

    /// `EV_CURRENT`.
    private static final int CURRENT = 1;

    /// A header without entry point, flags or special OS ABI.
    public static ElfHeader of(ElfType type, ElfMachine machine) {
        return new ElfHeader(0, 0, type, machine, CURRENT, 0, 0, 0);
    }

    /// The same header with the entry point `changed`.
    public ElfHeader withEntry(long changed) {
        return new ElfHeader(
                osAbi, abiVersion, type, machine, version, changed, flags, stringTable);
    }

    /// The same header with the OS ABI of `that`.
    public ElfHeader withAbiOf(ElfHeader that) {
        return new ElfHeader(
                that.osAbi, that.abiVersion, type, machine, version, entry, flags, stringTable);
    }

    public ElfHeader withStringTable(int index) {
        return new ElfHeader(osAbi, abiVersion, type, machine, version, entry, flags, index);
    }
}
