package org.offloadtck.linker.resolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// A relocatable object that takes part in the link. Two are equal if they have the same ordinal.
///
/// @param ordinal position in link order, from 0
/// @param discarded indices of sections that are replaced by another object's copy of a COMDAT
///   group
public record HostObject(int ordinal, ElfObject elf, Set<Integer> discarded) {

    /// Tables that the linker itself reads, and advice that it does not follow.
    private static final Set<SectionType> NOT_COPIED =
            Set.of(
                    SectionType.NULL,
                    SectionType.SYMTAB,
                    SectionType.STRTAB,
                    SectionType.RELA,
                    SectionType.REL,
                    SectionType.GROUP,
                    SectionType.SYMTAB_SHNDX,
                    SectionType.LLVM_ADDRSIG);

    /// Its presence states whether the object needs an executable stack. Executables of this linker
    /// never have one.
    public static final String STACK_NOTE = ".note.GNU-stack";

    public HostObject {
        discarded = Set.copyOf(discarded);
    }

    /// Reads an object.
    ///
    /// @param groups the COMDAT groups of earlier objects; those of this object are added
    /// @throws LinkException if the object is for another machine or its tables contradict each
    ///   other
    static HostObject of(int ordinal, ElfObject elf, Set<String> groups) {
        if (!elf.header().machine().equals(ElfMachine.X86_64)) {
            throw rejected(
                    elf.source(), "is for machine %d".formatted(elf.header().machine().code()));
        }
        for (int section = 0; section < elf.sections().size(); section++) {
            elf.relocations(section).stream()
                    .filter(relocation -> relocation.symbol() >= elf.symbols().size())
                    .findFirst()
                    .ifPresent(_ -> {
                        throw rejected(
                                elf.source(),
                                "relocates by symbols that are not in its symbol table");
                    });
        }
        return new HostObject(ordinal, elf, ComdatGroups.discardedIn(elf, groups));
    }

    static LinkException rejected(String source, String what) {
        return new LinkException(
                source,
                "file",
                LinkRule.INPUT,
                what + ", when the host linker takes x86-64 relocatable objects and archives");
    }

    public String source() {
        return elf.source();
    }

    public Section section(int index) {
        return elf.sections().get(index);
    }

    /// The sections that a final link copies, in order: all but the linker's own tables, excluded
    /// sections, and discarded sections.
    ///
    /// Requirement: HL-02.
    public List<InputSection> copied() {
        return mergeable().stream()
                .filter(input -> !input.section().has(SectionFlag.EXCLUDE))
                .filter(input -> !input.name().equals(STACK_NOTE))
                .toList();
    }

    /// The sections that a relocatable link merges, in order. Excluded sections are among them,
    /// because only a final link excludes them.
    public List<InputSection> mergeable() {
        var mergeable = new ArrayList<InputSection>();
        for (int index = 0; index < elf.sections().size(); index++) {
            if (!NOT_COPIED.contains(section(index).type()) && !discarded.contains(index)) {
                mergeable.add(new InputSection(this, index));
            }
        }
        return mergeable;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostObject that && ordinal == that.ordinal;
    }

    @Override
    public int hashCode() {
        return ordinal;
    }

    @Override
    public String toString() {
        return source();
    }
}
