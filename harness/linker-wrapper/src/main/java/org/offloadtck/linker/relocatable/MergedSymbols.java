package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.HostObject;
import org.offloadtck.linker.resolution.ResolvedInputs;
import org.offloadtck.linker.resolution.ResolvedSymbol;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// The symbol table of a relocatable link's output: a symbol for each section, the local symbols of
/// every object, then one symbol for each global name.
final class MergedSymbols {

    private final ResolvedInputs resolution;
    private final MergedSections sections;
    private final List<Symbol> symbols = new ArrayList<>();
    private final Map<Integer, Integer> sectionRows = new HashMap<>();
    private final Map<Local, Integer> localRows = new HashMap<>();
    private final Map<String, Integer> globalRows = new HashMap<>();

    private record Local(HostObject object, int row) {}

    MergedSymbols(ResolvedInputs resolution, MergedSections sections) {
        this.resolution = resolution;
        this.sections = sections;
        for (MergedSection section : sections.merged()) {
            sectionRows.put(section.index(), add(ofSection(section.index())));
        }
        resolution.objects().forEach(this::addLocals);
        globals().forEach((name, symbol) -> globalRows.put(name, add(symbol)));
    }

    /// The rows after the null row.
    List<Symbol> symbols() {
        return symbols;
    }

    /// The row of the output for the symbol in row `row` of `object`; empty if the output lacks the
    /// symbol's section. A section symbol maps to the symbol of the output section.
    OptionalInt row(HostObject object, int row) {
        Symbol symbol = object.elf().symbols().get(row);
        Integer found =
                symbol.isLocal()
                        ? localRows.get(new Local(object, row))
                        : globalRows.get(symbol.name());
        return found == null ? OptionalInt.empty() : OptionalInt.of(found);
    }

    private int add(Symbol symbol) {
        symbols.add(symbol);
        return symbols.size();
    }

    private static Symbol ofSection(int index) {
        return new Symbol(
                "",
                SymbolBinding.LOCAL,
                SymbolType.SECTION,
                SymbolVisibility.DEFAULT,
                new SymbolPlace.InSection(index),
                0,
                0);
    }

    private void addLocals(HostObject object) {
        for (int row = 1; row < object.elf().symbols().size(); row++) {
            Symbol symbol = object.elf().symbols().get(row);
            var local = new Local(object, row);
            if (!symbol.isLocal()) {
                continue;
            }
            if (symbol.place() instanceof SymbolPlace.InSection(int section)) {
                sections.place(object, section)
                        .ifPresent(place -> localRows.put(local, rowOf(symbol, place)));
            } else {
                localRows.put(local, add(symbol));
            }
        }
    }

    private int rowOf(Symbol local, MergedSections.Place place) {
        return local.type().equals(SymbolType.SECTION)
                ? sectionRows.getOrDefault(place.section(), 0)
                : add(moved(local, place));
    }

    private static Symbol moved(Symbol symbol, MergedSections.Place place) {
        return symbol.withPlace(
                new SymbolPlace.InSection(place.section()), symbol.value() + place.offset());
    }

    /// One symbol for each global name, in the order of their first occurrence.
    private SequencedMap<String, Symbol> globals() {
        var globals = new LinkedHashMap<String, Symbol>();
        for (HostObject object : resolution.objects()) {
            for (Symbol symbol : object.elf().symbols()) {
                if (!symbol.isLocal()) {
                    globals.merge(symbol.name(), reference(symbol), MergedSymbols::both);
                }
            }
        }
        globals.replaceAll(this::defined);
        return globals;
    }

    private static Symbol reference(Symbol symbol) {
        return symbol.withPlace(SymbolPlace.UNDEFINED, 0);
    }

    /// Joins two references: the result is strong if one is, has the type that one of them states,
    /// and the stricter visibility.
    private static Symbol both(Symbol first, Symbol second) {
        return new Symbol(
                first.name(),
                first.isWeak() ? second.binding() : first.binding(),
                first.type().equals(SymbolType.NOTYPE) ? second.type() : first.type(),
                first.visibility().and(second.visibility()),
                SymbolPlace.UNDEFINED,
                0,
                0,
                first.other());
    }

    private Symbol defined(String name, Symbol references) {
        ResolvedSymbol definition = resolution.globals().get(name);
        if (definition == null) {
            return references;
        }
        Symbol symbol =
                switch (definition) {
                    case ResolvedSymbol.InSection inSection -> moved(inSection);
                    case ResolvedSymbol.Absolute(_, var absolute) -> absolute;
                    case ResolvedSymbol.Common(_, var common, var alignment) ->
                            common.withPlace(SymbolPlace.COMMON, alignment);
                    case ResolvedSymbol.Imported _,
                            ResolvedSymbol.Boundary _,
                            ResolvedSymbol.Missing _ ->
                            references;
                };
        return symbol.withVisibility(references.visibility());
    }

    private Symbol moved(ResolvedSymbol.InSection definition) {
        Symbol symbol = definition.symbol();
        return sections.place(definition.object(), definition.section())
                .map(place -> moved(symbol, place))
                .orElseThrow(() ->
                        new LinkException(
                                definition.object().source(),
                                "symbol " + symbol.name(),
                                LinkRule.DISCARDED_SECTION,
                                "is in section %d, which a relocatable link does not copy"
                                        .formatted(definition.section())));
    }
}
