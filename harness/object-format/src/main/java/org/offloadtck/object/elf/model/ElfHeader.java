package org.offloadtck.object.elf.model;

/// The fields of the `Elf64_Ehdr` that are facts of the object; those that follow from its layout
/// are not here.
///
/// @param osAbi `e_ident[EI_OSABI]`
/// @param abiVersion `e_ident[EI_ABIVERSION]`
/// @param version `e_version`: 1, except that NVIDIA's tools put their own version here
/// @param entry address where execution begins; 0 for none
/// @param flags `e_flags`, unsigned 32-bit, whose meaning the machine decides
/// @param stringTable index of the section that holds the sections' names; 0 for none
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

    /// The header of an object that asks nothing special of operating system or machine.
    public static ElfHeader of(ElfType type, ElfMachine machine) {
        return new ElfHeader(0, 0, type, machine, CURRENT, 0, 0, 0);
    }

    /// The same header, for execution that begins at the address `changed`.
    public ElfHeader withEntry(long changed) {
        return new ElfHeader(
                osAbi, abiVersion, type, machine, version, changed, flags, stringTable);
    }

    /// The same header, for the operating system's ABI that `that` is for.
    public ElfHeader withAbiOf(ElfHeader that) {
        return new ElfHeader(
                that.osAbi, that.abiVersion, type, machine, version, entry, flags, stringTable);
    }

    public ElfHeader withStringTable(int index) {
        return new ElfHeader(osAbi, abiVersion, type, machine, version, entry, flags, index);
    }
}
