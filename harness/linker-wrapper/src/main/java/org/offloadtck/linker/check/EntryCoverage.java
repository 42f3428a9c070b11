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

/// Finds offload entries that reach no runtime, or reach it in a layout it does not read.
///
/// Objects of one release link without complaint with the wrapper of another: LLVM 21 moved the
/// entries to a section of another name, LLVM 20 changed their size and kept the name. No toolchain
/// says so; the program fails when it launches. A diagnostic names the object, its section and the
/// entries, and the profiles they fit.
///
/// @param profile what the link's wrapper and runtime follow
record EntryCoverage(AbiProfile profile) {

    /// What any release puts before an entry's name to name the entry.
    private static final Set<String> SYMBOL_PREFIXES =
            MatchingProfiles.all().stream()
                    .map(known -> known.entries().symbolPrefix())
                    .collect(Collectors.toUnmodifiableSet());

    /// One diagnostic for each object's section of entries that is not covered, in link order.
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

    /// A section with a name of its own belongs to an object that registers itself; any other is
    /// covered if it is where the profile's wrapper looks.
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
                                MatchingProfiles.of(other -> fits(other, contribution, symbols))));
    }

    /// The entries' own symbols of the object, in the order of the table.
    private static List<Symbol> entrySymbols(Contribution contribution, ElfObject executable) {
        long end = contribution.address() + contribution.size();
        return executable.symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.OBJECT) && symbol.size() > 0)
                .filter(symbol -> contribution.address() <= symbol.value() && symbol.value() < end)
                .sorted(comparingLong(Symbol::value))
                .toList();
    }

    /// `: foo, bar`; nothing for symbols that no edition gives entries.
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

    /// The sections of a profile's entries, of any model.
    private static List<String> sections(AbiProfile other) {
        return Arrays.stream(OffloadKind.values())
                .flatMap(kind -> other.entries().section(kind).stream())
                .distinct()
                .toList();
    }

    /// By the sizes of the entries' own symbols.
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
                                                MatchingProfiles.of(other ->
                                                        fits(other, contribution, symbols)))));
    }
}
