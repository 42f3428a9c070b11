package org.offloadtck.scenario.fault;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;

/// The places of an ELF file, or of a device image inside another file.
///
/// Source of sizes: generic ABI, "ELF Header", "Sections", "Program Header" and "Relocation".
final class ElfPlaces {

    private static final int PROGRAM_HEADERS = 32;
    private static final int SECTION_HEADERS = 40;
    private static final int SECTION_HEADER = 64;
    private static final int SEGMENT = 56;
    private static final int RELOCATION = 24;

    private final ObjectBytes file;
    private final ElfObject object;

    ElfPlaces(ObjectBytes file) {
        this.file = file;
        this.object = ElfObject.parse(file);
    }

    ElfObject object() {
        return object;
    }

    FaultPlace header(String field) {
        return FieldTable.ELF_HEADER.at("", file.base(), field);
    }

    FaultPlace segment(int index, String field) {
        long table = file.i64(PROGRAM_HEADERS, "e_phoff");
        return FieldTable.SEGMENT.at("", file.base() + table + (long) index * SEGMENT, field);
    }

    FaultPlace section(String name, String field) {
        return sectionHeader(index(name), field);
    }

    private FaultPlace sectionHeader(int index, String field) {
        long table = file.base() + file.i64(SECTION_HEADERS, "e_shoff");
        if (field.startsWith("+")) {
            var section = object.sections().get(index);
            return new FaultPlace(
                    section.name(), section.contents().base() + Long.decode(field.substring(1)), 8);
        }
        return FieldTable.SECTION_HEADER.at(
                object.sections().get(index).name(), table + (long) index * SECTION_HEADER, field);
    }

    /// The table of relocations of the section called `name`.
    FaultPlace relocationsOf(String name, String field) {
        return sectionHeader(tables(index(name)).getFirst(), field);
    }

    FaultPlace symbol(SectionType table, String name, String field) {
        var symbols = table.equals(SectionType.SYMTAB) ? object.symbols() : object.dynamicSymbols();
        int row = only(symbols, symbol -> symbol.name().equals(name), "symbol " + name);
        var section = object.sections(table).getFirst();
        if (field.equals("text")) {
            var names = object.sections().get(section.link());
            long at = section.contents().u32((long) row * SymbolTable.ROW, "st_name");
            return new FaultPlace(names.name(), names.contents().base() + at, 1);
        }
        return FieldTable.SYMBOL.at(
                section.name(), section.contents().base() + (long) row * SymbolTable.ROW, field);
    }

    /// The bytes to which the symbol called `name` points.
    FaultPlace definition(String name, FieldTable structure, long plus, String field) {
        var symbol = object.symbol(name).orElseThrow(() -> missing("symbol " + name));
        if (!(symbol.place() instanceof SymbolPlace.InSection(var index))) {
            throw missing("definition of " + name);
        }
        var section = object.sections().get(index);
        long start = isLinked() ? section.address() : 0;
        return structure.at(
                section.name(), section.contents().base() + symbol.value() - start + plus, field);
    }

    /// The relocation of the pointer at `pointer`.
    FaultPlace relocation(FaultPlace pointer, String field) {
        int holder = holder(pointer);
        var section = object.sections().get(holder);
        long target = pointer.offset() - section.contents().base();
        if (isLinked()) {
            target += section.address();
        }
        for (int table : isLinked() ? dynamicTables() : tables(holder)) {
            var rows = object.sections().get(table);
            for (long at = 0; at < rows.size(); at += RELOCATION) {
                if (rows.contents().i64(at, "r_offset") == target) {
                    return row(rows, at, field);
                }
            }
        }
        throw missing("relocation of 0x%x".formatted(pointer.offset()));
    }

    /// The relocation at `index` of the section called `name`.
    FaultPlace relocation(String name, int index, String field) {
        var rows = object.sections().get(tables(index(name)).getFirst());
        return row(rows, (long) index * RELOCATION, field);
    }

    /// The relocation of the section called `name` that refers to the symbol `target`.
    FaultPlace reference(String name, String target, String field) {
        var rows = object.relocations(index(name));
        int row =
                only(
                        rows,
                        one -> object.symbols().get(one.symbol()).name().equals(target),
                        "reference to " + target);
        return relocation(name, row, field);
    }

    int symbolIndex(String name) {
        List<Symbol> symbols = isLinked() ? object.dynamicSymbols() : object.symbols();
        return only(symbols, symbol -> symbol.name().equals(name), "symbol " + name);
    }

    /// The index of the first section called `name`, or of the second for `name#2`.
    int index(String name) {
        var words = name.split("#", 2);
        int number = words.length == 1 ? 1 : Integer.parseInt(words[1]);
        return IntStream.range(0, object.sections().size())
                .filter(at -> object.sections().get(at).name().equals(words[0]))
                .skip(number - 1L)
                .findFirst()
                .orElseThrow(() -> missing("section " + name));
    }

    boolean isLinked() {
        return !object.header().type().equals(ElfType.RELOCATABLE);
    }

    private static FaultPlace row(Section rows, long at, String field) {
        return FieldTable.RELOCATION.at(rows.name(), rows.contents().base() + at, field);
    }

    private int holder(FaultPlace place) {
        return only(
                object.sections(),
                section ->
                        section.contents().size() > 0
                                && place.offset() >= section.contents().base()
                                && place.offset()
                                        < section.contents().base() + section.contents().size(),
                "section at 0x%x".formatted(place.offset()));
    }

    private List<Integer> tables(int applied) {
        var tables =
                IntStream.range(0, object.sections().size())
                        .filter(at -> object.sections().get(at).type().equals(SectionType.RELA))
                        .filter(at -> object.sections().get(at).info() == applied)
                        .boxed()
                        .toList();
        if (tables.isEmpty()) {
            throw missing("relocations of " + object.sections().get(applied).name());
        }
        return tables;
    }

    private List<Integer> dynamicTables() {
        return IntStream.range(0, object.sections().size())
                .filter(at -> object.sections().get(at).type().equals(SectionType.RELA))
                .boxed()
                .toList();
    }

    private <T> int only(List<T> rows, Predicate<T> wanted, String what) {
        return IntStream.range(0, rows.size())
                .filter(at -> wanted.test(rows.get(at)))
                .findFirst()
                .orElseThrow(() -> missing(what));
    }

    private FaultTextException missing(String what) {
        return new FaultTextException("%s has no %s".formatted(file.source(), what));
    }
}
