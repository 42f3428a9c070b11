package org.offloadtck.object.check.entry;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;

/// A real object of which fields of entries are overwritten.
final class PlantedObject {

    /// Size of a row of a relocation table, and the offsets of its type, symbol and addend, in
    /// bytes.
    private static final int ROW = 24;

    private static final int TYPE = 8;
    private static final int SYMBOL = 12;
    private static final int ADDEND = 16;

    private final ElfObject object;
    private final int section;
    private final EntryTable table;
    private final byte[] bytes;
    private final ByteBuffer words;

    PlantedObject(String file) {
        this.bytes = Corpus.bytes("objects/" + file);
        this.words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.object = ElfObject.parse(file, bytes.clone());
        this.section =
                IntStream.range(0, object.sections().size())
                        .filter(index ->
                                object.sections().get(index).name().matches("\\w+_entries"))
                        .findFirst()
                        .orElseThrow();
        this.table =
                EntryTable.read(
                        object, section, EntryTable.layouts(object, section).iterator().next());
    }

    byte[] bytes() {
        return bytes;
    }

    EntryLayout layout() {
        return table.layout();
    }

    /// The offset in the file of the entry whose name ends so.
    int offset(String name) {
        return Math.toIntExact(
                object.sections().get(section).contents().base() + row(name).offset());
    }

    PlantedObject size(String name, long size) {
        words.putLong(offset(name) + layout().sizeOffset(), size);
        return this;
    }

    PlantedObject flags(String name, int flags) {
        words.putInt(offset(name) + layout().flagsOffset(), flags);
        return this;
    }

    PlantedObject data(String name, int data) {
        words.putInt(offset(name) + layout().dataOffset(), data);
        return this;
    }

    PlantedObject word(String name, int at, int value) {
        words.putInt(offset(name) + at, value);
        return this;
    }

    /// Relocates the address of the entry to `symbol`, or to 0 for an empty name.
    PlantedObject address(String name, String symbol, long addend) {
        int index =
                IntStream.range(0, object.symbols().size())
                        .filter(at -> object.symbols().get(at).name().equals(symbol))
                        .findFirst()
                        .orElseThrow();
        int row = relocation(row(name).offset() + layout().addressOffset());
        words.putInt(row + SYMBOL, index);
        words.putLong(row + ADDEND, addend);
        return this;
    }

    /// Sets the type of the relocation of the pointer at `field` of an entry.
    PlantedObject relocationType(String name, int field, int type) {
        words.putInt(relocation(row(name).offset() + field) + TYPE, type);
        return this;
    }

    /// Replaces the entry `name` by a copy of the entry `by`.
    PlantedObject replace(String name, String by) {
        var copy = new byte[layout().size()];
        words.get(offset(by), copy);
        words.put(offset(name), copy);
        for (int at : new int[] {layout().addressOffset(), layout().nameOffset()}) {
            int from = relocation(row(by).offset() + at);
            int to = relocation(row(name).offset() + at);
            words.putInt(to + SYMBOL, words.getInt(from + SYMBOL));
            words.putLong(to + ADDEND, words.getLong(from + ADDEND));
        }
        return this;
    }

    PlantedObject sectionType(int type) {
        words.putInt(Math.toIntExact(words.getLong(40)) + 64 * section + 4, type);
        return this;
    }

    /// Overwrites the last character of the section's name.
    PlantedObject misspeltSection() {
        int names = words.getShort(62);
        long start = object.sections().get(names).contents().base();
        long name = words.getInt(Math.toIntExact(words.getLong(40)) + 64 * section);
        int length = object.sections().get(section).name().length();
        words.put(Math.toIntExact(start + name + length - 1), (byte) 0);
        return this;
    }

    private EntryTable.Row row(String name) {
        return table.rows().stream()
                .filter(row -> row.name().endsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private int relocation(long offset) {
        for (var rows : object.sections(SectionType.RELA)) {
            int start = Math.toIntExact(rows.contents().base());
            for (int row = start; row < start + rows.size(); row += ROW) {
                if (rows.info() == section && words.getLong(row) == offset) {
                    return row;
                }
            }
        }
        throw new IllegalStateException("nothing is relocated at " + offset);
    }
}
