package org.offloadtck.object.offload.entry;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;

/// The offload entries of one section and the targets of their pointers.
///
/// Requirements: OE-08, OE-11, OE-12, OE-13.
///
/// @param section index of the section in [ElfObject#sections]
public record EntryTable(int section, EntryLayout layout, List<Row> rows) {

    public EntryTable {
        rows = List.copyOf(rows);
    }

    /// An entry of the table.
    ///
    /// @param offset into the section, in bytes
    /// @param fields the entry's bytes in the file, before any relocation
    /// @param name the text to which `SymbolName` points; empty if the pointer is null
    public record Row(
            long offset,
            OffloadEntry fields,
            PointerTarget address,
            String name,
            PointerTarget auxAddress) {}

    /// Reads the section at index `section` of `object` as entries of `layout`.
    ///
    /// @throws MalformedObjectException if the size is not a multiple of the entry size, or a name
    ///   is outside the file
    public static EntryTable read(ElfObject object, int section, EntryLayout layout) {
        var contents = object.sections().get(section).contents();
        if (contents.size() % layout.size() != 0) {
            throw contents.malformed(
                    contents.size() - contents.size() % layout.size(),
                    FormatRule.SIZE,
                    "the entries have %d bytes when they should have a multiple of %d"
                            .formatted(contents.size(), layout.size()));
        }
        var pointers = new PointerResolver(object, section);
        var rows = new ArrayList<Row>();
        for (long at = 0; at < contents.size(); at += layout.size()) {
            rows.add(row(layout, pointers, at));
        }
        return new EntryTable(section, layout, rows);
    }

    /// The layouts that fit the bytes of the section at index `section`: none, one, or both for a
    /// table that is empty or ambiguous. A layout in which a name is null fits only if none does in
    /// which each name is a text, and the section has relocations.
    public static Set<EntryLayout> layouts(ElfObject object, int section) {
        var fitting = EnumSet.noneOf(EntryLayout.class);
        var unnamed = EnumSet.noneOf(EntryLayout.class);
        for (var layout : EntryLayout.values()) {
            if (fits(object, section, layout)) {
                (hasNames(object, section, layout) ? fitting : unnamed).add(layout);
            }
        }
        boolean hasPointers = !new PointerResolver(object, section).relocated().isEmpty();
        return fitting.isEmpty() && hasPointers ? unnamed : fitting;
    }

    private static boolean hasNames(ElfObject object, int section, EntryLayout layout) {
        var pointers = new PointerResolver(object, section);
        long size = pointers.contents().size();
        for (long at = layout.nameOffset(); at < size; at += layout.size()) {
            if (pointers.at(at) instanceof PointerTarget.Null) {
                return false;
            }
        }
        return true;
    }

    private static Row row(EntryLayout layout, PointerResolver pointers, long at) {
        var auxAddress =
                switch (layout) {
                    case LEGACY -> new PointerTarget.Null();
                    case VERSION_1 -> pointers.at(at + layout.pointerOffsets().getLast());
                };
        return new Row(
                at,
                OffloadEntry.parse(layout, pointers.contents(), at),
                pointers.at(at + layout.addressOffset()),
                name(pointers, at + layout.nameOffset()),
                auxAddress);
    }

    private static String name(PointerResolver pointers, long at) {
        return pointers.at(at) instanceof PointerTarget.Null ? "" : pointers.text(at);
    }

    private static boolean fits(ElfObject object, int section, EntryLayout layout) {
        for (long offset : new PointerResolver(object, section).relocated()) {
            if (!layout.pointerOffsets().contains((int) (offset % layout.size()))) {
                return false;
            }
        }
        try {
            return read(object, section, layout).rows().stream()
                    .map(Row::fields)
                    .allMatch(fields -> fields.reserved() == 0 && isOf(layout, fields));
        } catch (MalformedObjectException _) {
            return false;
        }
    }

    private static boolean isOf(EntryLayout layout, OffloadEntry fields) {
        return switch (layout) {
            case LEGACY -> true;
            case VERSION_1 -> fields.version() != 0;
        };
    }
}
