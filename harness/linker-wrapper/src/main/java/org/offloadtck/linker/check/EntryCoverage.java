package org.offloadtck.linker.check;

import static java.util.Comparator.comparingLong;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.input.MatchingProfiles;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// Finds offload entries that no runtime gets, or that a runtime reads in the wrong layout.
///
/// Objects of one release link without an error with the wrapper of another. LLVM 21 moved the
/// entries to a section of another name; LLVM 20 changed their size and kept the name. No toolchain
/// reports the mismatch; the program fails when it launches. A diagnostic names the object, its
/// section, the entries, and the profiles that fit them.
///
/// Requirement: HL-05.
///
/// @param profile the ABI profile of the link's wrapper and runtime
record EntryCoverage(AbiProfile profile) {

    /// The prefixes that releases put before an entry's name in the name of the entry's own symbol.
    private static final Set<String> SYMBOL_PREFIXES =
            MatchingProfiles.all().stream()
                    .map(known -> known.entries().symbolPrefix())
                    .collect(Collectors.toUnmodifiableSet());

    /// Returns one diagnostic for each object's section of entries that is not covered, in link
    /// order.
    List<LinkDiagnostic> diagnostics(HostExecutable executable) {
        var registrations = RegisteredEntries.in(executable);
        return executable.map().stream()
                .flatMap(part -> EntrySection.of(part).stream())
                .flatMap(section ->
                        isCovered(section, executable, registrations)
                                ? misread(section.part(), executable.elf())
                                : Stream.of(uncovered(section.part(), executable.elf())))
                .toList();
    }

    /// A renamed section belongs to an object that registers itself. Any other section is covered
    /// if the profile's wrapper reads it.
    private boolean isCovered(
            EntrySection section, HostExecutable executable, RegisteredEntries registrations) {
        var looked = section.kinds(profile);
        var kinds = section.kinds(executable);
        return kinds.stream()
                .allMatch(kind ->
                        (section.isRenamed() || looked.contains(kind))
                                && registrations.cover(section.part(), kind));
    }

    private LinkDiagnostic uncovered(Contribution contribution, ElfObject executable) {
        var symbols = entrySymbols(contribution, executable);
        return new LinkDiagnostic(
                contribution.source(),
                contribution.section(),
                LinkRule.UNCOVERED_ENTRIES,
                "has entries that nothing registers%s, when those of profile %s are in %s; they fit %s"
                        .formatted(
                                names(symbols),
                                profile.id(),
                                String.join(", ", sections(profile)),
                                MatchingProfiles.ids(other -> fits(other, contribution, symbols))));
    }

    /// The symbols of the entries in `contribution`, by address.
    private static List<Symbol> entrySymbols(Contribution contribution, ElfObject executable) {
        long end = contribution.address() + contribution.size();
        return executable.symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.OBJECT) && symbol.size() > 0)
                .filter(symbol -> contribution.address() <= symbol.value() && symbol.value() < end)
                .sorted(comparingLong(Symbol::value))
                .toList();
    }

    /// `: foo, bar`; empty for symbols that no edition gives entries.
    private static String names(List<Symbol> symbols) {
        var names =
                symbols.stream()
                        .flatMap(symbol ->
                                SYMBOL_PREFIXES.stream()
                                        .filter(symbol.name()::startsWith)
                                        .map(prefix -> symbol.name().substring(prefix.length())))
                        .toList();
        return names.isEmpty() ? "" : ": " + String.join(", ", names);
    }

    private static boolean fits(AbiProfile other, Contribution contribution, List<Symbol> symbols) {
        long size = other.entries().layout().size();
        return sections(other).contains(contribution.section())
                && symbols.stream().allMatch(symbol -> symbol.size() == size);
    }

    /// The sections in which a profile keeps entries, for all programming models.
    private static List<String> sections(AbiProfile other) {
        return Arrays.stream(OffloadKind.values())
                .flatMap(kind -> other.entries().section(kind).stream())
                .distinct()
                .toList();
    }

    /// Detects a wrong layout by the sizes of the entries' own symbols.
    private Stream<LinkDiagnostic> misread(Contribution contribution, ElfObject executable) {
        long expected = profile.entries().layout().size();
        var symbols = entrySymbols(contribution, executable);
        return symbols.stream()
                .filter(symbol -> symbol.size() != expected)
                .limit(1)
                .map(symbol ->
                        new LinkDiagnostic(
                                contribution.source(),
                                contribution.section(),
                                LinkRule.ENTRY_LAYOUT,
                                "has entries of %d bytes, when those of profile %s have %d; they fit %s"
                                        .formatted(
                                                symbol.size(),
                                                profile.id(),
                                                expected,
                                                MatchingProfiles.ids(other ->
                                                        fits(other, contribution, symbols)))));
    }
}
