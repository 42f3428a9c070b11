package org.offloadtck.object.elf.build;

import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Adds rows to the symbol table of an [ElfBuilder].
///
/// Local symbols come before all others (generic ABI, "Symbol Table": `sh_info`), so new local
/// symbols move the others. Every table with symbol indices is updated. Existing rows are copied,
/// not encoded again.
final class SymbolTableEditor {

    private final ElfBuilder object;
    private final int table;

    /// Edits the table of type `SHT_SYMTAB`; creates it if the object has none.
    SymbolTableEditor(ElfBuilder object) {
        this.object = object;
        int found = object.indexOf(SectionType.SYMTAB);
        this.table = found != 0 ? found : make(object);
    }

    private static int make(ElfBuilder object) {
        Section symbols =
                Section.of(
                        ".symtab",
                        SectionType.SYMTAB,
                        0,
                        FileLayout.TABLE_ALIGNMENT,
                        new byte[SymbolTable.ROW]);
        Section strings = Section.of(".strtab", SectionType.STRTAB, 0, 1, new byte[1]);
        int table = object.add(symbols);
        object.replace(
                table, symbols.withRows(SymbolTable.ROW).withLink(object.add(strings)).withInfo(1));
        return table;
    }

    int table() {
        return table;
    }

    void add(List<Symbol> added) {
        Section rows = object.sections().get(table);
        Section strings = object.sections().get(rows.link());
        var names = new StringTableBuilder(strings.bytes());
        List<Symbol> locals = added.stream().filter(Symbol::isLocal).toList();
        List<Symbol> others = added.stream().filter(symbol -> !symbol.isLocal()).toList();
        int firstOther = Math.toIntExact(rows.info());
        int split = firstOther * SymbolTable.ROW;
        var image = new ByteWriter();
        image.bytes(rows.contents().window(0, split, "local symbols"));
        locals.forEach(symbol -> write(symbol, names, image));
        image.bytes(rows.contents().window(split, rows.size() - split, "other symbols"));
        others.forEach(symbol -> write(symbol, names, image));
        object.replace(
                table, rows.withBytes(image.toByteArray()).withInfo(firstOther + locals.size()));
        object.replace(rows.link(), strings.withBytes(names.toByteArray()));
        new SymbolIndexShift(object, table, firstOther, locals.size(), others.size()).apply();
    }

    private void write(Symbol symbol, StringTableBuilder names, ByteWriter image) {
        image.u32(names.offset(symbol.name()));
        image.u8((symbol.binding().code() << 4) | symbol.type().code());
        image.u8(symbol.other() | symbol.visibility().code());
        image.u16(index(symbol));
        image.u64(symbol.value());
        image.u64(symbol.size());
    }

    private int index(Symbol symbol) {
        return switch (symbol.place()) {
            case SymbolPlace.Undefined _ -> SymbolTable.SHN_UNDEF;
            case SymbolPlace.Absolute _ -> SymbolTable.SHN_ABS;
            case SymbolPlace.Common _ -> SymbolTable.SHN_COMMON;
            case SymbolPlace.Reserved(int code) -> code;
            case SymbolPlace.InSection(int index) -> {
                int sections = Math.min(object.sections().size(), SymbolTable.SHN_LORESERVE);
                if (index <= 0 || index >= sections) {
                    throw new IllegalArgumentException(
                            "symbol %s is in section %d, which is not between 1 and %d"
                                    .formatted(symbol.name(), index, sections - 1));
                }
                yield index;
            }
        };
    }
}
