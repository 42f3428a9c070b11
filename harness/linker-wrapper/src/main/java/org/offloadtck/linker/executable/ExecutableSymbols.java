package org.offloadtck.linker.executable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.offloadtck.linker.resolution.HostObject;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedInputs;
import org.offloadtck.linker.resolution.ResolvedSymbol;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.SymbolVisibility;

/// The executable's symbol table: the objects' local symbols in link order, then the global symbols
/// in the order of their definition. Section symbols are dropped; imports are absolute.
final class ExecutableSymbols {

    private final ResolvedInputs resolution;
    private final ExecutableLayout layout;
    private final SymbolAddresses addresses;
    private final Map<OutputSectionPart, Integer> sections;
    private final List<Symbol> symbols = new ArrayList<>();

    private ExecutableSymbols(
            ResolvedInputs resolution, ExecutableLayout layout, SymbolAddresses addresses) {
        this.resolution = resolution;
        this.layout = layout;
        this.addresses = addresses;
        this.sections = layout.sectionIndices();
    }

    static List<Symbol> of(
            ResolvedInputs resolution, ExecutableLayout layout, SymbolAddresses addresses) {
        var table = new ExecutableSymbols(resolution, layout, addresses);
        resolution.objects().forEach(table::addLocals);
        resolution
                .globals()
                .forEach((name, definition) ->
                        table.symbol(name, definition).ifPresent(table.symbols::add));
        return List.copyOf(table.symbols);
    }

    private void addLocals(HostObject object) {
        List<Symbol> rows = object.elf().symbols();
        for (int index = 1; index < rows.size(); index++) {
            Symbol row = rows.get(index);
            if (row.isLocal() && !row.type().equals(SymbolType.SECTION)) {
                symbol(row.name(), resolution.definition(object, index)).ifPresent(symbols::add);
            }
        }
    }

    /// The symbol's row; empty for a symbol of a section that was not copied, and for a local
    /// symbol without a section.
    private Optional<Symbol> symbol(String name, ResolvedSymbol definition) {
        long value = addresses.of(definition).orElse(0L);
        return switch (definition) {
            case ResolvedSymbol.InSection(var object, var section, var symbol) ->
                    Optional.ofNullable(sections.get(new InputSection(object, section)))
                            .map(index -> placed(symbol, in(index), value));
            case ResolvedSymbol.Absolute(_, var symbol) ->
                    Optional.of(placed(symbol, SymbolPlace.ABSOLUTE, value));
            case ResolvedSymbol.Common(_, var symbol, _) ->
                    Optional.ofNullable(sections.get(addresses.commons()))
                            .map(index -> placed(symbol, in(index), value));
            case ResolvedSymbol.Imported _ ->
                    Optional.of(
                            global(
                                    name,
                                    SymbolType.FUNC,
                                    SymbolVisibility.DEFAULT,
                                    SymbolPlace.ABSOLUTE,
                                    value));
            case ResolvedSymbol.Boundary(_, var section, _) ->
                    Optional.of(
                            global(
                                    name,
                                    SymbolType.NOTYPE,
                                    SymbolVisibility.HIDDEN,
                                    edgeOf(section),
                                    value));
            case ResolvedSymbol.Missing _ -> Optional.empty();
        };
    }

    /// The edge of an array that the executable lacks is the number 0.
    private SymbolPlace edgeOf(String section) {
        OptionalInt index = layout.loadedIndex(section);
        return index.isPresent() ? in(index.getAsInt()) : SymbolPlace.ABSOLUTE;
    }

    private static SymbolPlace in(int section) {
        return new SymbolPlace.InSection(section);
    }

    private static Symbol placed(Symbol symbol, SymbolPlace place, long value) {
        var type = symbol.type().equals(SymbolType.COMMON) ? SymbolType.OBJECT : symbol.type();
        return new Symbol(
                symbol.name(),
                symbol.binding(),
                type,
                symbol.visibility(),
                place,
                value,
                symbol.size());
    }

    private static Symbol global(
            String name,
            SymbolType type,
            SymbolVisibility visibility,
            SymbolPlace place,
            long value) {
        return new Symbol(name, SymbolBinding.GLOBAL, type, visibility, place, value, 0);
    }
}
