package org.offloadtck.object.check;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// A tool removed the part of an ELF file by which its offloading artifacts are found.
///
/// Requirement: OC-67.
enum MissingContents {
    /// `llvm-strip --strip-sections`, `ld.lld -z nosectionheader`.
    SECTION_HEADERS("it has no section headers, by which its artifacts are found"),

    /// `objcopy --only-keep-debug`: the allocated sections have the type `SHT_NOBITS`.
    SECTION_CONTENTS(
            "it has debugging information only; the contents of its sections are in the file from"
                    + " which it was separated");

    private final String why;

    MissingContents(String why) {
        this.why = why;
    }

    String why() {
        return why;
    }

    /// What is missing from a file with these sections; empty if nothing is.
    static Optional<MissingContents> of(List<Section> sections) {
        if (sections.isEmpty()) {
            return Optional.of(SECTION_HEADERS);
        }
        var code = sections.stream().filter(one -> one.has(SectionFlag.EXECINSTR)).toList();
        boolean separated =
                !code.isEmpty()
                        && code.stream().allMatch(one -> one.type().equals(SectionType.NOBITS));
        return separated ? Optional.of(SECTION_CONTENTS) : Optional.empty();
    }
}
