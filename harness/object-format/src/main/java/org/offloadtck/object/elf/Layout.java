package org.offloadtck.object.elf;

import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;

/// Where the parts of an ELF file lie in it; offsets in bytes from its first.
///
/// @param programHeaderSize `e_phentsize`; what a file without program headers says varies
/// @param sectionHeaderSize `e_shentsize`; what a file without section headers says varies
/// @param sections in the order of the section header table
/// @param fillers what lies between the parts and is not zero
record Layout(
        long programHeaders,
        int programHeaderSize,
        long sectionHeaders,
        int sectionHeaderSize,
        List<Placement> sections,
        List<Filler> fillers,
        long fileSize) {

    Layout {
        sections = List.copyOf(sections);
        fillers = List.copyOf(fillers);
    }

    Layout withFillers(List<Filler> found) {
        return new Layout(
                programHeaders,
                programHeaderSize,
                sectionHeaders,
                sectionHeaderSize,
                sections,
                found,
                fileSize);
    }

    /// @param name offset of the section's name in the names' table: `sh_name`
    /// @param offset of the section's bytes: `sh_offset`
    record Placement(long name, long offset) {}

    /// Bytes that belong to no part, kept because somebody put them there.
    record Filler(long offset, ObjectBytes bytes) {}
}
