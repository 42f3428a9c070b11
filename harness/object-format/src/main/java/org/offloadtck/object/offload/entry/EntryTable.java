package org.offloadtck.object.offload.entry;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
        return fitting(object, section).stream()
                .map(EntryTable::layout)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(EntryLayout.class)));
    }

    /// The entries of the section at index `section` in each of the [#layouts].
    public static List<EntryTable> fitting(ElfObject object, int section) {
        var pointers = new PointerResolver(object, section);
        var named = new ArrayList<EntryTable>();
        var unnamed = new ArrayList<EntryTable>();
        for (var layout : EntryLayout.values()) {
            fitting(object, section, layout)
                    .ifPresent(table -> (table.hasNames(pointers) ? named : unnamed).add(table));
        }
        boolean hasPointers = pointers.relocated().findAny().isPresent();
        return named.isEmpty() && hasPointers ? unnamed : named;
    }

    private boolean hasNames(PointerResolver pointers) {
        return rows.stream()
                .allMatch(row ->
                        !row.name().isEmpty()
                                || !(pointers.at(row.offset() + layout.nameOffset())
                                        instanceof PointerTarget.Null));
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

    private static Optional<EntryTable> fitting(ElfObject object, int section, EntryLayout layout) {
        if (!new PointerResolver(object, section).relocated().allMatch(layout::isPointer)) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(object, section, layout))
                    .filter(table -> table.rows().stream().allMatch(table::isOfLayout));
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private boolean isOfLayout(Row row) {
        boolean hasVersion =
                switch (layout) {
                    case LEGACY -> true;
                    case VERSION_1 -> row.fields().version() != 0;
                };
        return hasVersion && row.fields().reserved() == 0;
    }
}
