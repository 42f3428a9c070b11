package org.offloadtck.linker.check;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.linker.input.MatchingProfiles;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.profile.AbiProfile;

/// The part of a linked program's entry table that one object contributed, in the section name of
/// any release.
///
/// @param base the section's name as compilers write it
record EntrySection(Contribution part, String base) {

    /// The suffix that a relocatable link appends to the name.
    private static final String SUFFIX = "_[0-9a-f]{1,16}";

    /// Returns the entry section that `part` is in; empty for any other section, and for the empty
    /// contribution of a wrapper object.
    static Optional<EntrySection> of(Contribution part) {
        return MatchingProfiles.all().stream()
                .flatMap(EntrySection::sections)
                .filter(base -> part.size() > 0 && part.section().startsWith(base))
                .filter(base -> part.section().substring(base.length()).matches("|" + SUFFIX))
                .map(base -> new EntrySection(part, base))
                .findFirst();
    }

    /// Whether a relocatable link renamed the section.
    boolean isRenamed() {
        return !part.section().equals(base);
    }

    private static Stream<String> sections(AbiProfile profile) {
        return Arrays.stream(OffloadKind.values())
                .flatMap(kind -> profile.entries().section(kind).stream());
    }

    /// The programming models of the entries: by the section's name if it determines the model,
    /// else by the kind field of each entry.
    Set<OffloadKind> kinds(HostExecutable program) {
        var kinds = EnumSet.noneOf(OffloadKind.class);
        for (AbiProfile profile : MatchingProfiles.all()) {
            kinds.addAll(kinds(profile));
        }
        return kinds.size() == 1 ? kinds : stated(program);
    }

    /// The programming models whose entries `profile` keeps in a section of this name.
    Set<OffloadKind> kinds(AbiProfile profile) {
        var kinds = EnumSet.noneOf(OffloadKind.class);
        for (OffloadKind kind : OffloadKind.values()) {
            if (profile.entries().section(kind).filter(base::equals).isPresent()) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    private Set<OffloadKind> stated(HostExecutable program) {
        var profile =
                MatchingProfiles.all().stream()
                        .filter(known -> !kinds(known).isEmpty())
                        .findFirst()
                        .orElseThrow();
        var layout = profile.entries().layout();
        var kinds = EnumSet.noneOf(OffloadKind.class);
        var bytes = program.bytes(part.address()).orElseThrow();
        for (long at = 0; at + layout.size() <= part.size(); at += layout.size()) {
            int code = OffloadEntry.parse(layout, bytes, at).kindCode();
            kinds.addAll(profile.fatObject().kindNumbering().kinds(code));
        }
        return kinds;
    }
}
