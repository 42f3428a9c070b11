package org.offloadtck.linker.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.input.MatchingProfiles;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.profile.AbiProfile;

/// Finds sections of offload entries on a link line that no wrapper object of the link registers:
/// those of another release, or of a programming model without images.
///
/// Requirement: HL-05.
final class UnregisteredEntries {

    private UnregisteredEntries() {}

    /// Returns one diagnostic for each object and section. Members of archives are not checked:
    /// only the host linker knows whether it takes them.
    static List<LinkDiagnostic> of(
            List<LinkInput> inputs, AbiProfile profile, List<LinkedImage> images) {
        var registered =
                images.stream()
                        .flatMap(image -> image.kinds().stream())
                        .flatMap(kind -> profile.entries().section(kind).stream())
                        .collect(Collectors.toSet());
        var diagnostics = new ArrayList<LinkDiagnostic>();
        for (LinkInput input : inputs) {
            if (input instanceof LinkInput.Relocatable(ElfObject elf)) {
                elf.sections().stream()
                        .flatMap(section -> uncovered(section, registered).stream())
                        .map(section -> diagnostic(elf, section, profile, registered))
                        .forEach(diagnostics::add);
            }
        }
        return diagnostics;
    }

    private static Optional<Section> uncovered(Section section, Set<String> registered) {
        return Optional.of(section)
                .filter(entries -> entries.size() > 0)
                .filter(entries -> MatchingProfiles.entrySections().contains(entries.name()))
                .filter(entries -> !registered.contains(entries.name()));
    }

    private static LinkDiagnostic diagnostic(
            ElfObject elf, Section section, AbiProfile profile, Set<String> registered) {
        var layouts = EntryTable.layouts(elf, elf.sections().indexOf(section));
        return new LinkDiagnostic(
                elf.source(),
                section.name(),
                LinkRule.UNCOVERED_ENTRIES,
                "has entries that nothing registers, when those of this link under profile %s are in %s; they fit %s"
                        .formatted(
                                profile.id(),
                                names(registered),
                                MatchingProfiles.ids(other -> holds(other, section, layouts))));
    }

    private static boolean holds(AbiProfile other, Section section, Set<EntryLayout> layouts) {
        return layouts.contains(other.entries().layout())
                && Arrays.stream(OffloadKind.values())
                        .flatMap(kind -> other.entries().section(kind).stream())
                        .anyMatch(section.name()::equals);
    }

    private static String names(Set<String> sections) {
        return sections.isEmpty() ? "none" : String.join(", ", sections.stream().sorted().toList());
    }
}
