package org.offloadtck.object.elf;

import java.util.List;
import org.offloadtck.object.bytes.ByteImage;

/// Adds rows to the symbol table of a [Draft].
///
/// Local symbols come before all others (generic ABI, "Symbol Table": `sh_info`), so new local ones
/// move the others; every table that holds symbol indices follows. Rows that were there are copied,
/// not encoded anew.
final class SymbolEdit {

    private final Draft draft;
    private final int table;

    /// Edits the table of type `SHT_SYMTAB`, which is made when the draft has none.
    SymbolEdit(Draft draft) {
        this.draft = draft;
        int found = draft.indexOf(SectionType.SYMTAB);
        this.table = found != 0 ? found : make(draft);
    }

    private static int make(Draft draft) {
        Section symbols =
                Section.of(
                        ".symtab",
                        SectionType.SYMTAB,
                        0,
                        Draft.TABLE_ALIGNMENT,
                        new byte[SymbolTable.ROW]);
        Section strings = Section.of(".strtab", SectionType.STRTAB, 0, 1, new byte[1]);
        int table = draft.add(symbols);
        draft.replace(
                table, symbols.withRows(SymbolTable.ROW).withLink(draft.add(strings)).withInfo(1));
        return table;
    }

    int table() {
        return table;
    }

    void add(List<Symbol> added) {
        Section rows = draft.sections().get(table);
        Section strings = draft.sections().get(rows.link());
        var names = new StringPool(strings.bytes());
        List<Symbol> locals = added.stream().filter(Symbol::isLocal).toList();
        List<Symbol> others = added.stream().filter(symbol -> !symbol.isLocal()).toList();
        int firstOther = Math.toIntExact(rows.info());
        int split = firstOther * SymbolTable.ROW;
        var image = new ByteImage();
        image.bytes(rows.contents().window(0, split, "local symbols"));
        locals.forEach(symbol -> write(symbol, names, image));
        image.bytes(rows.contents().window(split, rows.size() - split, "other symbols"));
        others.forEach(symbol -> write(symbol, names, image));
        draft.replace(
                table, rows.withBytes(image.toByteArray()).withInfo(firstOther + locals.size()));
        draft.replace(rows.link(), strings.withBytes(names.toByteArray()));
        new SymbolShift(draft, table, firstOther, locals.size(), others.size()).apply();
    }

    private void write(Symbol symbol, StringPool names, ByteImage image) {
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
                int sections = Math.min(draft.sections().size(), SymbolTable.SHN_LORESERVE);
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
