package org.offloadtck.object.check.entry;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.PointerResolver;
import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;
import org.offloadtck.object.offload.entry.PointerTarget;

/// Resolves the addresses of the entries of one section.
final class EntryAddresses {

    private final ElfObject object;
    private final EntryLayout layout;
    private final PointerResolver pointers;
    private final NavigableMap<Long, Relocation> relocations;
    private final boolean linked;

    /// @param section index of the entry section
    EntryAddresses(ElfObject object, int section, EntryLayout layout) {
        this.object = object;
        this.layout = layout;
        this.pointers = new PointerResolver(object, section);
        this.linked = !object.header().type().equals(ElfType.RELOCATABLE);
        this.relocations =
                linked ? Collections.emptyNavigableMap() : object.index().relocations(section);
    }

    /// The offset and type of each relocation of the entry that is not of an address of 64 bits,
    /// for machines whose type is known.
    SortedMap<Long, Long> others(EntryTable.Row row) {
        var others = new TreeMap<Long, Long>();
        var machine = object.header().machine();
        relocations
                .subMap(row.offset(), row.offset() + layout.size())
                .forEach((at, relocation) -> {
                    if (machine.hasAbsolute64() && relocation.type() != machine.absolute64()) {
                        others.put(at - row.offset(), relocation.type());
                    }
                });
        return others;
    }

    EntryAddress of(EntryTable.Row row) {
        long field = row.offset() + layout.addressOffset();
        return linked ? loaded(row, field) : relocated(row, field);
    }

    private EntryAddress relocated(EntryTable.Row row, long field) {
        var relocation = relocations.get(field);
        if (relocation == null || relocation.symbol() == 0) {
            long value = relocation == null ? row.fields().address() : relocation.addend();
            return value == 0 ? new EntryAddress.Null() : new EntryAddress.Outside(value);
        }
        return target(object.symbols().get(relocation.symbol()), relocation.addend());
    }

    private static EntryAddress target(Symbol symbol, long addend) {
        return switch (symbol.place()) {
            case SymbolPlace.InSection(var index) ->
                    new EntryAddress.Placed(new SectionOffset(index, symbol.value() + addend));
            case SymbolPlace.Undefined _ -> new EntryAddress.Undefined(symbol.name());
            case SymbolPlace.Absolute _, SymbolPlace.Common _, SymbolPlace.Reserved _ ->
                    new EntryAddress.Unplaced(symbol.name());
        };
    }

    private EntryAddress loaded(EntryTable.Row row, long field) {
        if (row.address() instanceof PointerTarget.Null) {
            return new EntryAddress.Null();
        }
        var place = pointers.place(field);
        if (place.isPresent()) {
            return new EntryAddress.Placed(place.get());
        }
        return switch (row.address()) {
            case PointerTarget.ToSymbol(var symbol, _) -> new EntryAddress.Undefined(symbol);
            case PointerTarget.ToAddress(var address) -> new EntryAddress.Outside(address);
            case PointerTarget.Null _ -> new EntryAddress.Null();
        };
    }
}
