package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.resolution.ComdatGroups;
import org.offloadtck.linker.resolution.HostObject;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// A section group of an input that a relocatable link keeps.
///
/// @param index of the section of type `SHT_GROUP` in its object
record SectionGroup(HostObject object, int index) {

    /// The groups of `object` that are not discarded for another object's copy.
    static List<SectionGroup> keptOf(HostObject object) {
        var kept = new ArrayList<SectionGroup>();
        for (int index = 0; index < object.elf().sections().size(); index++) {
            Section section = object.section(index);
            if (section.type().equals(SectionType.GROUP)
                    && ComdatGroups.members(object.elf(), section).stream()
                            .noneMatch(object.discarded()::contains)) {
                kept.add(new SectionGroup(object, index));
            }
        }
        return kept;
    }

    /// The row of the group's name in its object's symbol table.
    int signature() {
        return Math.toIntExact(group().info());
    }

    /// The group with the indices of the merged sections, without the row of its name. Relocation
    /// sections, which are members too, are made anew.
    Section in(MergedSections sections) {
        var image = new ByteWriter().u32(group().contents().u32(0, "group flags"));
        ComdatGroups.members(object.elf(), group()).stream()
                .flatMap(member -> sections.place(object, member).stream())
                .forEach(place -> image.u32(place.section()));
        return Section.of(group().name(), SectionType.GROUP, 0, Integer.BYTES, image.toByteArray())
                .withRows(Integer.BYTES);
    }

    private Section group() {
        return object.section(index);
    }
}
