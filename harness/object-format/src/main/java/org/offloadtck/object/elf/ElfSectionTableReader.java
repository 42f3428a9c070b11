package org.offloadtck.object.elf;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// Reads the ELF header and the section table in the file's own class and byte order.
final class ElfSectionTableReader {

    /// `SHN_XINDEX`: the `sh_link` of section 0 is the index of the section name string table.
    private static final int EXTENDED = 0xffff;

    private final ObjectBytes file;
    private final ElfSectionTable.FileClass fileClass;
    private final ByteOrder order;
    private final List<Row> rows = new ArrayList<>();
    private ElfMachine machine = new ElfMachine(0);
    private long next;

    ElfSectionTableReader(ObjectBytes file, ElfSectionTable.FileClass fileClass, ByteOrder order) {
        this.file = file;
        this.fileClass = fileClass;
        this.order = order;
    }

    /// A row of the section table.
    ///
    /// @param at offset of the row in the file
    private record Row(
            long at,
            long name,
            long type,
            long flags,
            long address,
            long offset,
            long size,
            long link,
            long info,
            long alignment,
            long entrySize) {}

    ElfSectionTable read() {
        next = FileHeader.IDENT;
        var type = new ElfType(u16("e_type"));
        machine = new ElfMachine(u16("e_machine"));
        u32("e_version");
        word("e_entry");
        word("e_phoff");
        long table = extent("e_shoff");
        u32("e_flags");
        next += 3L * Short.BYTES;
        int rowSize = u16("e_shentsize");
        int count = u16("e_shnum");
        int names = u16("e_shstrndx");
        if (table != 0) {
            rows(table, rowSize, count);
        }
        return new ElfSectionTable(file.source(), fileClass, order, type, machine, sections(names));
    }

    private void rows(long table, int rowSize, int declared) {
        long expected = fileClass == ElfSectionTable.FileClass.BITS_64 ? SectionHeader.SIZE : 40;
        if (rowSize != expected) {
            throw file.malformed(
                    next - 3L * Short.BYTES,
                    FormatRule.SIZE,
                    "section headers have %d bytes when they should have %d"
                            .formatted(rowSize, expected));
        }
        long count = declared == 0 ? row(table).size() : declared;
        file.requireTable(table, count, rowSize, "section header table");
        for (long index = 0; index < count; index++) {
            rows.add(row(table + index * rowSize));
        }
    }

    private Row row(long at) {
        next = at;
        long name = u32("sh_name");
        long type = u32("sh_type");
        long flags = word("sh_flags");
        long address = word("sh_addr");
        long offset = extent("sh_offset");
        long size = extent("sh_size");
        long link = u32("sh_link");
        long info = u32("sh_info");
        long alignment = word("sh_addralign");
        long entrySize = word("sh_entsize");
        return new Row(
                at, name, type, flags, address, offset, size, link, info, alignment, entrySize);
    }

    private List<Section> sections(int declared) {
        var sections = new ArrayList<Section>();
        if (rows.isEmpty()) {
            return sections;
        }
        long index = declared == EXTENDED ? rows.getFirst().link() : declared;
        if (index >= rows.size()) {
            throw file.malformed(
                    next,
                    FormatRule.INDEX,
                    "the section names are in section %d of %d".formatted(index, rows.size()));
        }
        var names = new StringTable(contents(rows.get((int) index)), file.size());
        long occupied = 0;
        for (var row : rows) {
            var contents = contents(row);
            occupied += contents.size();
            if (occupied > file.size()) {
                throw file.malformed(
                        row.at(), FormatRule.BOUNDS, "the sections have more bytes than the file");
            }
            sections.add(section(row, names.name(file, row.at(), row.name()), contents));
        }
        return sections;
    }

    private static Section section(Row row, String name, ObjectBytes contents) {
        return new Section(
                name,
                new SectionType(row.type()),
                row.flags(),
                row.address(),
                row.size(),
                0,
                row.info(),
                row.alignment(),
                row.entrySize(),
                contents);
    }

    private ObjectBytes contents(Row row) {
        return new SectionType(row.type()).occupiesFile(machine)
                ? file.window(row.offset(), row.size(), "section")
                : file.window(
                        Math.min(row.offset(), file.size()),
                        0,
                        "section, of no bytes in the file,");
    }

    private int u16(String field) {
        int value = file.u16(advance(Short.BYTES), field);
        return order.equals(ByteOrder.BIG_ENDIAN)
                ? Short.toUnsignedInt(Short.reverseBytes((short) value))
                : value;
    }

    private long u32(String field) {
        long value = file.u32(advance(Integer.BYTES), field);
        return order.equals(ByteOrder.BIG_ENDIAN)
                ? Integer.toUnsignedLong(Integer.reverseBytes((int) value))
                : value;
    }

    /// A number as wide as the file's addresses.
    private long word(String field) {
        if (fileClass == ElfSectionTable.FileClass.BITS_32) {
            return u32(field);
        }
        long at = advance(Long.BYTES);
        long value = file.i64(at, field);
        return order.equals(ByteOrder.BIG_ENDIAN) ? Long.reverseBytes(value) : value;
    }

    /// Reads a size or offset; a value above the largest file size is malformed.
    private long extent(String field) {
        long at = next;
        long value = word(field);
        if (value < 0) {
            throw file.malformed(
                    at,
                    FormatRule.BOUNDS,
                    "%s is 0x%x, larger than any file".formatted(field, value));
        }
        return value;
    }

    private long advance(int size) {
        long at = next;
        next += size;
        return at;
    }
}
