package org.offloadtck.object.elf;

/// The fields of the `Elf64_Ehdr` that are facts of the object; those that follow from its layout
/// are not here.
///
/// @param osAbi `e_ident[EI_OSABI]`
/// @param abiVersion `e_ident[EI_ABIVERSION]`
/// @param version `e_version`: 1, except that NVIDIA's tools put their own version here
/// @param entry address where execution begins; 0 for none
/// @param flags `e_flags`, unsigned 32-bit, whose meaning the machine decides
/// @param stringTable index of the section that holds the sections' names
public record ElfHeader(
        int osAbi,
        int abiVersion,
        ElfType type,
        ElfMachine machine,
        long version,
        long entry,
        long flags,
        int stringTable) {}
