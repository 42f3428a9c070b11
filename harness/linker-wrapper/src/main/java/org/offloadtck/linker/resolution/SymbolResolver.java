package org.offloadtck.linker.resolution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedSymbol.Strength;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Decides which objects take part in the link, and resolves their symbols.
///
/// Objects are taken in order. A member of an archive is taken if it defines a symbol that is
/// undefined, other than weakly, at the archive's position on the line. An archive is searched
/// until no member is taken, and not again.
///
/// Requirement: HL-03.
///
/// @see "GNU ld manual 2.40, 2.1 (-l namespec): the linker will search an archive only once"
public final class SymbolResolver {

    private final List<HostObject> objects = new ArrayList<>();
    private final SequencedMap<String, ResolvedSymbol> definitions = new LinkedHashMap<>();
    private final SequencedMap<String, Reference> references = new LinkedHashMap<>();
    private final Set<String> groups = new HashSet<>();
    private final List<LinkDiagnostic> diagnostics = new ArrayList<>();

    private SymbolResolver() {}

    /// The first reference to a name that is not weak, or the first weak one if all are weak.
    private record Reference(HostObject object, int symbol, boolean weak) {}

    /// Resolves the symbols of a final link.
    ///
    /// @throws LinkException with every undefined and every doubly defined symbol
    public static ResolvedInputs resolve(List<LinkInput> inputs, Imports imports) {
        var resolution = new SymbolResolver();
        inputs.forEach(resolution::add);
        resolution.bindTheRest(imports);
        return resolution.finished();
    }

    /// Resolves the symbols of a relocatable link. Symbols that no object defines stay undefined.
    ///
    /// @throws LinkException with every doubly defined symbol
    public static ResolvedInputs resolvePartially(List<LinkInput> inputs) {
        var resolution = new SymbolResolver();
        inputs.forEach(resolution::add);
        return resolution.finished();
    }

    private ResolvedInputs finished() {
        if (!diagnostics.isEmpty()) {
            throw new LinkException(diagnostics);
        }
        return new ResolvedInputs(objects, definitions);
    }

    private void add(LinkInput input) {
        switch (input) {
            case LinkInput.Relocatable(var elf) -> add(elf);
            case LinkInput.ArchiveFile archive -> addMembersOf(archive);
            case LinkInput.WholeArchive(var archive) -> archive.objects().forEach(this::add);
            case LinkInput.Linked(var elf) ->
                    throw HostObject.rejected(elf.source(), "is linked already");
            case LinkInput.OffloadBinaryFile(var file, _) ->
                    throw HostObject.rejected(file, "is an offload binary");
            case LinkInput.Unknown(var file, _) ->
                    throw HostObject.rejected(file, "is of no known format");
        }
    }

    private void addMembersOf(LinkInput.ArchiveFile archive) {
        var candidates = new ArrayList<>(archive.objects());
        boolean found = true;
        while (found) {
            found = false;
            for (var candidate = candidates.iterator(); candidate.hasNext(); ) {
                ElfObject member = candidate.next();
                if (definesWhatIsUndefined(member)) {
                    add(member);
                    candidate.remove();
                    found = true;
                }
            }
        }
    }

    private boolean definesWhatIsUndefined(ElfObject member) {
        return member.symbols().stream()
                .filter(symbol -> !symbol.isLocal() && !symbol.isUndefined())
                .anyMatch(symbol -> isUndefined(symbol.name()));
    }

    private boolean isUndefined(String name) {
        Reference reference = references.get(name);
        return reference != null && !reference.weak() && !definitions.containsKey(name);
    }

    private void add(ElfObject elf) {
        var object = HostObject.of(objects.size(), elf, groups);
        objects.add(object);
        for (int index = 1; index < elf.symbols().size(); index++) {
            Symbol symbol = elf.symbols().get(index);
            if (!symbol.isLocal()) {
                addGlobal(object, index, symbol);
            }
        }
    }

    private void addGlobal(HostObject object, int index, Symbol symbol) {
        Optional<ResolvedSymbol> definition = definition(object, symbol);
        if (definition.isPresent()) {
            definitions.merge(
                    symbol.name(),
                    definition.get(),
                    (old, next) -> stronger(old, next, object, symbol));
        } else {
            references.merge(
                    symbol.name(),
                    new Reference(object, index, symbol.isWeak()),
                    (old, next) -> old.weak() && !next.weak() ? next : old);
        }
    }

    /// The definition that `symbol` makes; empty for a reference, and for a definition in a
    /// discarded section.
    private static Optional<ResolvedSymbol> definition(HostObject object, Symbol symbol) {
        return switch (symbol.place()) {
            case SymbolPlace.Undefined _ -> Optional.empty();
            case SymbolPlace.InSection(var section) ->
                    object.discarded().contains(section)
                            ? Optional.empty()
                            : Optional.of(new ResolvedSymbol.InSection(object, section, symbol));
            case SymbolPlace.Absolute _ -> Optional.of(new ResolvedSymbol.Absolute(object, symbol));
            case SymbolPlace.Common _ ->
                    Optional.of(
                            new ResolvedSymbol.Common(object, symbol, alignment(object, symbol)));
            case SymbolPlace.Reserved(var code) ->
                    throw unfit(
                            object,
                            symbol,
                            "has the section index 0x%x, which x86-64 gives no meaning here"
                                    .formatted(code));
        };
    }

    /// The value of a common symbol is its alignment, in bytes.
    private static long alignment(HostObject object, Symbol common) {
        if (common.value() < 0 || Long.bitCount(common.value()) > 1) {
            throw unfit(
                    object,
                    common,
                    "asks for an alignment of 0x%x, when it should be a power of two"
                            .formatted(common.value()));
        }
        return Math.max(1, common.value());
    }

    private static LinkException unfit(HostObject object, Symbol symbol, String problem) {
        return new LinkException(
                object.source(), "symbol " + symbol.name(), LinkRule.INPUT, problem);
    }

    private ResolvedSymbol stronger(
            ResolvedSymbol old, ResolvedSymbol next, HostObject object, Symbol symbol) {
        if (old instanceof ResolvedSymbol.Common first
                && next instanceof ResolvedSymbol.Common second) {
            return first.orLarger(second);
        }
        if (old.strength() == Strength.STRONG && next.strength() == Strength.STRONG) {
            diagnostics.add(
                    new LinkDiagnostic(
                            object.source(),
                            "symbol " + symbol.name(),
                            LinkRule.DUPLICATE_SYMBOL,
                            "is defined in %s, when %s defines it already"
                                    .formatted(next.provenance(), old.provenance())));
        }
        return next.strength().compareTo(old.strength()) > 0 ? next : old;
    }

    /// Binds the names that no object defines: to an import, to an edge of a section, or to 0 if
    /// weak.
    private void bindTheRest(Imports imports) {
        var sections = sectionNames();
        references.forEach((name, reference) -> {
            if (!definitions.containsKey(name)) {
                outside(name, reference, imports, sections)
                        .ifPresentOrElse(
                                definition -> definitions.put(name, definition),
                                () -> diagnostics.add(undefined(name, reference)));
            }
        });
    }

    private static Optional<ResolvedSymbol> outside(
            String name, Reference reference, Imports imports, Set<String> sections) {
        var address = imports.address(name);
        if (address.isPresent()) {
            return Optional.of(new ResolvedSymbol.Imported(name, address.getAsLong()));
        }
        Optional<ResolvedSymbol> weak =
                reference.weak() ? Optional.of(new ResolvedSymbol.Missing()) : Optional.empty();
        return LinkerDefinedSymbols.boundary(name, sections::contains)
                .<ResolvedSymbol>map(boundary -> boundary)
                .or(() -> weak);
    }

    /// The names of the loaded output sections.
    private Set<String> sectionNames() {
        var names = new HashSet<String>();
        for (HostObject object : objects) {
            for (InputSection section : object.copied()) {
                if (section.section().has(SectionFlag.ALLOC)) {
                    names.add(OutputSectionName.of(section.name()));
                }
            }
        }
        return names;
    }

    private static LinkDiagnostic undefined(String name, Reference reference) {
        HostObject object = reference.object();
        return new LinkDiagnostic(
                object.source(),
                firstUse(object, reference.symbol()),
                LinkRule.UNDEFINED_SYMBOL,
                "symbol %s is undefined, when an object, an archive or an import should define it"
                        .formatted(name));
    }

    /// The first place that refers to the symbol: `.text+0xd6`; its row in the symbol table if no
    /// relocation refers to it.
    private static String firstUse(HostObject object, int symbol) {
        List<Section> sections = object.elf().sections();
        for (int index = 0; index < sections.size(); index++) {
            for (var relocation : object.elf().relocations(index)) {
                if (relocation.symbol() == symbol) {
                    return "%s+0x%x".formatted(sections.get(index).name(), relocation.offset());
                }
            }
        }
        return "symbol %d".formatted(symbol);
    }
}
