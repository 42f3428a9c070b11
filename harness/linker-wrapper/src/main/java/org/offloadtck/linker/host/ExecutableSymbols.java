package org.offloadtck.linker.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.linker.host.Chunk.InputSection;
import org.offloadtck.object.bytes.ByteImage;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolBinding;
import org.offloadtck.object.elf.SymbolType;
import org.offloadtck.object.elf.SymbolVisibility;

/// The executable's symbol table: the objects' local symbols in link order, then the global ones in
/// the order they were defined. Names of sections stay out; imports are absolute.
final class ExecutableSymbols {

    /// `SHN_ABS`. Source: generic ABI, chapter 4, Special Section Indexes.
    private static final int ABSOLUTE = 0xfff1;

    /// `SHN_UNDEF`. Source: the same.
    private static final int UNDEFINED = 0;

    private final Resolution resolution;
    private final Layout layout;
    private final Addresses addresses;
    private final Map<Chunk, Integer> headers;
    private final List<Row> rows = new ArrayList<>();
    private int locals;

    private ExecutableSymbols(Resolution resolution, Layout layout, Addresses addresses) {
        this.resolution = resolution;
        this.layout = layout;
        this.addresses = addresses;
        this.headers = layout.headerIndices();
    }

    /// @param section the index of a section header, or a special section index
    private record Row(
            String name,
            int info,
            SymbolVisibility visibility,
            int section,
            long value,
            long size) {}

    static ExecutableSymbols of(Resolution resolution, Layout layout, Addresses addresses) {
        var symbols = new ExecutableSymbols(resolution, layout, addresses);
        symbols.rows.add(new Row("", 0, SymbolVisibility.DEFAULT, UNDEFINED, 0, 0));
        resolution.objects().forEach(symbols::addLocals);
        symbols.locals = symbols.rows.size();
        resolution.globals().forEach(symbols::addGlobal);
        return symbols;
    }

    /// How many rows come before the first global one, the null row included.
    int locals() {
        return locals;
    }

    /// The table of `Elf64_Sym`; the symbols' names go to `names`.
    byte[] write(StringTable names) {
        var bytes = new ByteImage();
        for (Row row : rows) {
            bytes.u32(names.offsetOf(row.name()))
                    .u8(row.info())
                    .u8(row.visibility().code())
                    .u16(row.section())
                    .u64(row.value())
                    .u64(row.size());
        }
        return bytes.toByteArray();
    }

    private void addLocals(HostObject object) {
        List<Symbol> symbols = object.elf().symbols();
        for (int index = 1; index < symbols.size(); index++) {
            Symbol symbol = symbols.get(index);
            if (symbol.isLocal() && !symbol.type().equals(SymbolType.SECTION)) {
                row(symbol.name(), resolution.definition(object, index)).ifPresent(rows::add);
            }
        }
    }

    private void addGlobal(String name, Definition definition) {
        row(name, definition).ifPresent(rows::add);
    }

    /// Empty for a symbol of a section that was not copied.
    private Optional<Row> row(String name, Definition definition) {
        long value = addresses.of(definition).orElse(0L);
        return switch (definition) {
            case Definition.InSection(var object, var section, var symbol) ->
                    Optional.ofNullable(headers.get(new InputSection(object, section)))
                            .map(header -> row(symbol, header, value));
            case Definition.Absolute(_, var symbol) -> Optional.of(row(symbol, ABSOLUTE, value));
            case Definition.Common(_, var symbol, _) ->
                    Optional.of(
                            row(
                                    symbol,
                                    headers.getOrDefault(addresses.commons(), UNDEFINED),
                                    value));
            case Definition.Imported _ ->
                    Optional.of(
                            new Row(
                                    name,
                                    info(SymbolBinding.GLOBAL, SymbolType.FUNC),
                                    SymbolVisibility.DEFAULT,
                                    ABSOLUTE,
                                    value,
                                    0));
            case Definition.Boundary(_, var section, _) ->
                    Optional.of(
                            new Row(
                                    name,
                                    info(SymbolBinding.GLOBAL, SymbolType.NOTYPE),
                                    SymbolVisibility.HIDDEN,
                                    layout.loadedHeader(section).orElse(ABSOLUTE),
                                    value,
                                    0));
            case Definition.Missing _ ->
                    Optional.of(
                            new Row(
                                    name,
                                    info(SymbolBinding.WEAK, SymbolType.NOTYPE),
                                    SymbolVisibility.DEFAULT,
                                    UNDEFINED,
                                    0,
                                    0));
        };
    }

    private static Row row(Symbol symbol, int section, long value) {
        var type = symbol.type().equals(SymbolType.COMMON) ? SymbolType.OBJECT : symbol.type();
        return new Row(
                symbol.name(),
                info(symbol.binding(), type),
                symbol.visibility(),
                section,
                value,
                symbol.size());
    }

    /// `st_info`.
    private static int info(SymbolBinding binding, SymbolType type) {
        return binding.code() << 4 | type.code();
    }
}
