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
    /// @param name the text to which `SymbolName` points
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
    /// table that is empty or ambiguous.
    public static Set<EntryLayout> layouts(ElfObject object, int section) {
        var fitting = EnumSet.noneOf(EntryLayout.class);
        for (var layout : EntryLayout.values()) {
            if (fits(object, section, layout)) {
                fitting.add(layout);
            }
        }
        return fitting;
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
                pointers.text(at + layout.nameOffset()),
                auxAddress);
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
