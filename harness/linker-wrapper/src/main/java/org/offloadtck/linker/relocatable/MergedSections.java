package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.offloadtck.linker.resolution.HostObject;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;

/// The sections of a relocatable link's output: the input sections, merged by name, type and flags,
/// after the section groups.
///
/// A property of whole objects is kept if it holds for all inputs: a stack note if every object has
/// one, a property note if every object has the same one.
///
/// @see "GNU ld manual 2.40, -r; generic ABI, chapter 4, Special Sections"
final class MergedSections {

    private static final String PROPERTIES = ".note.gnu.property";

    private final List<HostObject> objects;
    private final List<SectionGroup> groups = new ArrayList<>();
    private final SequencedMap<MergedSection.Key, MergedSection> sections = new LinkedHashMap<>();
    private final Map<InputSection, Place> places = new HashMap<>();

    /// The place of an input's section in the output.
    ///
    /// @param section its index in the output
    /// @param offset into that section, in bytes
    record Place(int section, long offset) {}

    MergedSections(List<HostObject> objects) {
        this.objects = objects;
        objects.forEach(object -> groups.addAll(SectionGroup.keptOf(object)));
        for (HostObject object : objects) {
            object.mergeable().stream().filter(this::isKept).forEach(this::add);
        }
    }

    private void add(InputSection input) {
        var key = MergedSection.Key.of(input, places.size() + 1);
        int next = groups.size() + sections.size() + 1;
        var section = sections.computeIfAbsent(key, _ -> new MergedSection(key, next));
        places.put(input, new Place(section.index(), section.add(input)));
    }

    private boolean isKept(InputSection input) {
        if (input.name().equals(HostObject.STACK_NOTE)) {
            return objects.stream().allMatch(other -> has(other, HostObject.STACK_NOTE));
        }
        if (input.name().equals(PROPERTIES)) {
            return input.object().equals(objects.getFirst())
                    && objects.stream().allMatch(other -> hasSame(other, input.section()));
        }
        return true;
    }

    private static boolean has(HostObject object, String section) {
        return object.elf().section(section).isPresent();
    }

    private static boolean hasSame(HostObject object, Section note) {
        return object.elf()
                .section(note.name())
                .filter(other -> other.contents().bytes().mismatch(note.contents().bytes()) == -1)
                .isPresent();
    }

    /// The place of an input's section; empty if the output lacks it.
    Optional<Place> place(HostObject object, int section) {
        return Optional.ofNullable(places.get(new InputSection(object, section)));
    }

    List<SectionGroup> groups() {
        return groups;
    }

    /// The sections after the groups, in the order of their indices.
    List<MergedSection> merged() {
        return List.copyOf(sections.values());
    }

    /// The sections of the output.
    List<Section> sections() {
        return sections.values().stream().map(this::linked).toList();
    }

    /// A section with `SHF_LINK_ORDER` refers to the other section by its index in the output.
    private Section linked(MergedSection merged) {
        Section section = merged.section();
        if (!section.has(SectionFlag.LINK_ORDER)) {
            return section;
        }
        InputSection only = merged.inputs().getFirst();
        return section.withLink(
                place(only.object(), only.section().link()).map(Place::section).orElse(0));
    }
}
