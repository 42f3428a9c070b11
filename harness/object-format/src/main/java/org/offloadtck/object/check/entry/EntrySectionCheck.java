package org.offloadtck.object.check.entry;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.profile.AbiProfiles;

/// Finds entries outside the entry sections, and entry sections of another type.
///
/// Requirement: OC-23.
public final class EntrySectionCheck {

    /// The most characters in which a misspelt section name differs from the right one.
    private static final int MISSPELT = 2;

    private final ElfObject object;
    private final Observations observations;
    private final SortedSet<String> names;
    private final Set<String> prefixes = new HashSet<>();

    public EntrySectionCheck(ElfObject object, AbiProfiles profiles, Observations observations) {
        this.object = object;
        this.observations = observations;
        this.names = profiles.entrySections();
        for (var profile : profiles.all()) {
            prefixes.add(profile.entries().symbolPrefix());
        }
        prefixes.remove("");
    }

    public void read() {
        var holders = holders();
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.size() == 0) {
                continue;
            }
            if (names.contains(section.name())) {
                typed(section);
            } else if (!startsWithAny(names, section.name())) {
                elsewhere(section, holders.contains(index));
            }
        }
    }

    /// The sections that define symbols of entries.
    private Set<Integer> holders() {
        var holders = new HashSet<Integer>();
        for (var symbol : object.symbols()) {
            if (symbol.place() instanceof SymbolPlace.InSection(var index) && isEntry(symbol)) {
                holders.add(index);
            }
        }
        return holders;
    }

    private boolean isEntry(Symbol symbol) {
        return symbol.isWeak() && startsWithAny(prefixes, symbol.name());
    }

    private static boolean startsWithAny(Set<String> prefixes, String name) {
        for (var prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private void typed(Section section) {
        if (!section.type().equals(SectionType.PROGBITS)) {
            observations.add(
                    EntryRule.MISTYPED_TABLE,
                    section.name(),
                    section.contents().base(),
                    "the type is 0x%x when it should be 0x%x, SHT_PROGBITS"
                            .formatted(section.type().code(), SectionType.PROGBITS.code()));
        }
    }

    private void elsewhere(Section section, boolean hasEntries) {
        if (!hasEntries && !section.has(SectionFlag.ALLOC)) {
            return;
        }
        var similar = similar(section.name());
        if (hasEntries || similar.isPresent()) {
            observations.add(
                    EntryRule.MISPLACED_ENTRIES,
                    section.name(),
                    section.contents().base(),
                    "section %s has entries when they should be in %s"
                            .formatted(
                                    section.name(),
                                    similar.orElseGet(() -> String.join(" or ", names))));
        }
    }

    private Optional<String> similar(String name) {
        for (var one : names) {
            if (Math.abs(one.length() - name.length()) <= MISSPELT
                    && distance(one, name) <= MISSPELT) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /// The number of characters to insert, delete or replace to get one text from the other.
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        for (int at = 0; at < row.length; at++) {
            row[at] = at;
        }
        for (int line = 1; line <= one.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int at = 1; at < row.length; at++) {
                int replaced = diagonal + (one.charAt(line - 1) == other.charAt(at - 1) ? 0 : 1);
                diagonal = row[at];
                row[at] = Math.min(replaced, Math.min(row[at], row[at - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
