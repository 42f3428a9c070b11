package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.ir.SymbolContent;
import org.offloadtck.object.ir.TextPosition;

/// The symbols, rows and entries of a module, by name.
///
/// @param rows the rows of `omp_offload.info`; of several with one name, the last
/// @param positions of the rows, by name
/// @param entries the offload entries that could be decoded, in file order
/// @param malformed entries with other fields than those of an entry
record ModuleContents(
        CompiledModule module,
        Map<String, ModuleSymbol> symbols,
        Map<String, OffloadInfo> rows,
        Map<String, TextPosition> positions,
        List<ModuleEntry> entries,
        List<ModuleSymbol> malformed) {

    ModuleContents {
        symbols = Collections.unmodifiableMap(symbols);
        rows = Collections.unmodifiableMap(rows);
        positions = Collections.unmodifiableMap(positions);
        entries = List.copyOf(entries);
        malformed = List.copyOf(malformed);
    }

    static ModuleContents of(CompiledModule module) {
        var symbols = new LinkedHashMap<String, ModuleSymbol>();
        module.symbols().forEach(symbol -> symbols.putIfAbsent(symbol.name(), symbol));
        var rows = new LinkedHashMap<String, OffloadInfo>();
        var positions = new HashMap<String, TextPosition>();
        for (int index = 0; index < module.offloadInfo().size(); index++) {
            var row = module.offloadInfo().get(index);
            rows.put(row.name(), row);
            positions.put(row.name(), module.offloadInfoPositions().get(index));
        }
        var entries = new ArrayList<ModuleEntry>();
        var malformed = new ArrayList<ModuleSymbol>();
        for (var symbol : module.symbols()) {
            suffix(symbol)
                    .ifPresent(suffix ->
                            ModuleEntry.of(symbol, suffix, symbols)
                                    .ifPresentOrElse(entries::add, () -> malformed.add(symbol)));
        }
        return new ModuleContents(module, symbols, rows, positions, entries, malformed);
    }

    /// The name of an entry in the name of its symbol; empty for a symbol that is no entry.
    private static Optional<String> suffix(ModuleSymbol symbol) {
        boolean isPossible =
                symbol.kind() == ModuleSymbol.Kind.VARIABLE
                        && symbol.isDefined()
                        && symbol.name().contains("offloading");
        if (!isPossible) {
            return Optional.empty();
        }
        var name = DeviceModuleCheck.ENTRY.matcher(symbol.name());
        return Optional.of(name).filter(Matcher::matches).map(found -> found.group(1));
    }

    Optional<ModuleSymbol> symbol(String name) {
        return Optional.ofNullable(symbols.get(name));
    }

    /// The size of a defined variable; empty if it is unknown.
    OptionalLong size(String name) {
        return symbol(name)
                .filter(ModuleSymbol::isDefined)
                .map(ModuleSymbol::content)
                .map(content ->
                        content instanceof SymbolContent.Data(var size, _) && size >= 0
                                ? OptionalLong.of(size)
                                : OptionalLong.empty())
                .orElse(OptionalLong.empty());
    }

    /// Where the module asks for a symbol; the start of the file if it does not.
    TextPosition rowPosition(String name) {
        return positions.getOrDefault(name, TextPosition.START);
    }
}
