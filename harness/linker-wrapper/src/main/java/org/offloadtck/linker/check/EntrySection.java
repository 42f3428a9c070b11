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

/// What an object of a linked program brought into a table of offload entries of some release.
///
/// @param base the section's name as compilers write it
record EntrySection(Contribution part, String base) {

    /// What a relocatable link puts behind the name.
    private static final String SUFFIX = "_[0-9a-f]{1,16}";

    /// The table of entries that `part` is in; empty for any other section, and for a wrapper
    /// object's empty contribution.
    static Optional<EntrySection> of(Contribution part) {
        return MatchingProfiles.all().stream()
                .flatMap(EntrySection::sections)
                .filter(base -> part.size() > 0 && part.section().startsWith(base))
                .filter(base -> part.section().substring(base.length()).matches("|" + SUFFIX))
                .map(base -> new EntrySection(part, base))
                .findFirst();
    }

    /// Whether a relocatable link gave the section a name of its own.
    boolean isRenamed() {
        return !part.section().equals(base);
    }

    private static Stream<String> sections(AbiProfile profile) {
        return Arrays.stream(OffloadKind.values())
                .flatMap(kind -> profile.entries().section(kind).stream());
    }

    /// The programming models of the entries: by the section where it is of one model, else by what
    /// each entry says.
    Set<OffloadKind> kinds(HostExecutable program) {
        var kinds = EnumSet.noneOf(OffloadKind.class);
        for (AbiProfile profile : MatchingProfiles.all()) {
            kinds.addAll(kinds(profile));
        }
        return kinds.size() == 1 ? kinds : stated(program);
    }

    /// The models whose entries `profile` keeps in such a section.
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
