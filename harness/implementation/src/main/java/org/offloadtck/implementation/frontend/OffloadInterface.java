package org.offloadtck.implementation.frontend;

import static java.util.stream.Collectors.toCollection;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.offloadtck.implementation.lowering.OperandTable;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.profile.AbiProfile;

/// The data of a host object that the runtime reads: its offload entries, and the constant tables
/// that its calls point to. Objects of one source agree in it, whichever compiler made them.
///
/// Requirement: FO-11.
///
/// @param entries in the order of their section
/// @param tables each distinct table as its kind and its values, `sizes [8, 0]`, sorted as text,
///   because compilers number the symbols differently
public record OffloadInterface(List<Entry> entries, List<String> tables) {

    public OffloadInterface {
        entries = List.copyOf(entries);
        tables = List.copyOf(tables);
    }

    /// An offload entry with resolved pointers.
    ///
    /// @param address the symbol that the entry points to
    public record Entry(String name, String address, long flags, long size, long data) {}

    /// Reads the OpenMP entries and tables of `object`, in the layout of `profile`.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the entries break the layout
    public static OffloadInterface of(ElfObject object, AbiProfile profile) {
        return new OffloadInterface(entries(object, profile), tables(object));
    }

    private static List<Entry> entries(ElfObject object, AbiProfile profile) {
        var name = profile.entries().section(OffloadKind.OPENMP).orElseThrow();
        return object.sections(name).stream()
                .map(object.sections()::indexOf)
                .flatMap(index ->
                        EntryTable.read(object, index, profile.entries().layout()).rows().stream())
                .map(row ->
                        new Entry(
                                row.name(),
                                row.address().label(),
                                row.fields().flags(),
                                row.fields().size(),
                                row.fields().data()))
                .toList();
    }

    private static List<String> tables(ElfObject object) {
        var tables =
                object.symbols().stream()
                        .filter(symbol -> isTable(symbol))
                        .map(symbol -> kind(symbol) + values(object, symbol))
                        .collect(toCollection(TreeSet::new));
        return List.copyOf(tables);
    }

    private static boolean isTable(Symbol symbol) {
        return symbol.place() instanceof SymbolPlace.InSection
                && (symbol.name().startsWith(OperandTable.SIZES)
                        || symbol.name().startsWith(OperandTable.TYPES));
    }

    private static String kind(Symbol symbol) {
        return symbol.name().startsWith(OperandTable.SIZES) ? "sizes " : "types ";
    }

    private static List<Long> values(ElfObject object, Symbol table) {
        int section = ((SymbolPlace.InSection) table.place()).index();
        var contents = object.sections().get(section).contents();
        return LongStream.range(0, table.size() / Long.BYTES)
                .mapToObj(i -> contents.i64(table.value() + i * Long.BYTES, table.name()))
                .toList();
    }
}
