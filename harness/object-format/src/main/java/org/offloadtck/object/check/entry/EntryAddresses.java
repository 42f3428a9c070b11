package org.offloadtck.object.check.entry;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.relocation.RelocationMap;
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
    private final RelocationMap relocations;
    private final boolean linked;

    /// @param section index of the entry section
    EntryAddresses(ElfObject object, int section, EntryLayout layout) {
        this.object = object;
        this.layout = layout;
        this.pointers = new PointerResolver(object, section);
        this.linked = !object.header().type().equals(ElfType.RELOCATABLE);
        this.relocations =
                linked ? new RelocationMap(List.of()) : object.index().relocations(section);
    }

    /// The offset and type of each relocation of the entry that is not of an address of 64 bits,
    /// for machines whose type is known.
    SortedMap<Long, Long> others(EntryTable.Row row) {
        var machine = object.header().machine();
        if (!machine.hasAbsolute64()) {
            return Collections.emptySortedMap();
        }
        SortedMap<Long, Long> others = Collections.emptySortedMap();
        long absolute = machine.absolute64();
        for (var relocation : relocations.within(row.offset(), row.offset() + layout.size())) {
            if (relocation.type() != absolute) {
                others = others.isEmpty() ? new TreeMap<>() : others;
                others.put(relocation.offset() - row.offset(), relocation.type());
            }
        }
        return others;
    }

    EntryAddress of(EntryTable.Row row) {
        long field = row.offset() + layout.addressOffset();
        return linked ? loaded(row, field) : relocated(row, field);
    }

    private EntryAddress relocated(EntryTable.Row row, long field) {
        var found = relocations.at(field);
        if (found.isEmpty() || found.get().symbol() == 0) {
            long value = found.map(Relocation::addend).orElse(row.fields().address());
            return value == 0 ? new EntryAddress.Null() : new EntryAddress.Outside(value);
        }
        return target(object.symbols().get(found.get().symbol()), found.get().addend());
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
