package org.offloadtck.scenario.world;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// A file of the corpus or of a toolchain that a scenario modifies before use.
public final class EditableFile {

    /// Size of an `Elf64_Rela` and offset of its addend, in bytes. Source: generic ABI,
    /// "Relocation".
    private static final int ROW = 24;

    private static final int ADDEND = 16;

    /// Size of an `Elf64_Shdr` and offset of its type, in bytes. Source: generic ABI, "Sections".
    private static final int SECTION_HEADER = 64;

    private static final int SECTION_TYPE = 4;

    /// Offset of `e_shoff` in an `Elf64_Ehdr`, in bytes. Source: generic ABI, "ELF Header".
    private static final int SECTIONS = 40;

    /// Offsets of `e_shnum` and `e_shstrndx`.
    private static final int SECTION_COUNT = 60;

    private static final int SECTION_NAMES = 62;

    private final String name;
    private final ByteBuffer bytes;

    private EditableFile(String name, byte[] bytes) {
        this.name = name;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static EditableFile of(String path) {
        return new EditableFile(path, Corpus.bytes(path));
    }

    public static EditableFile of(String name, byte[] bytes) {
        return new EditableFile(name, bytes.clone());
    }

    public EditableFile cut(int from, int to) {
        return new EditableFile(name, Arrays.copyOfRange(bytes.array(), from, to));
    }

    /// Overwrites bytes.
    ///
    /// @param hex two digits per byte, separated by spaces
    public void set(int at, String hex) {
        bytes.put(at, HexFormat.ofDelimiter(" ").parseHex(hex));
    }

    /// Overwrites eight bytes.
    public void setLong(long at, long value) {
        bytes.putLong(Math.toIntExact(at), value);
    }

    /// Overwrites bytes with `changed`.
    public void set(long at, byte[] changed) {
        bytes.put(Math.toIntExact(at), changed);
    }

    /// Changes the relocation of the pointer at `address` so that the loader stores `target`.
    public void relocate(long address, long target) {
        bytes.putLong(row(address) + ADDEND, target);
    }

    /// Removes the relocation of the pointer at `address`: its row is replaced by a copy of the
    /// next one.
    public void removeRelocation(long address) {
        int row = row(address);
        boolean isFirst = row == relocations().contents().base();
        int neighbour = isFirst ? row + ROW : row - ROW;
        bytes.put(row, Arrays.copyOfRange(bytes.array(), neighbour, neighbour + ROW));
    }

    private Section relocations() {
        return ElfObject.parse(name, bytes.array()).section(".rela.dyn").orElseThrow();
    }

    /// Offset of the row of `.rela.dyn` for the pointer at `address`.
    private int row(long address) {
        var table = relocations();
        int start = Math.toIntExact(table.contents().base());
        for (int row = start; row < start + table.size(); row += ROW) {
            if (bytes.getLong(row) == address) {
                return row;
            }
        }
        throw new IllegalStateException("%s relocates nothing at 0x%x".formatted(name, address));
    }

    /// The file with another section type for its symbol table, so that readers find no symbols.
    public byte[] withoutSymbols() {
        var sections = ElfObject.parse(name, bytes.array()).sections();
        int table = Math.toIntExact(bytes.getLong(SECTIONS));
        for (int index = 0; index < sections.size(); index++) {
            if (sections.get(index).type().equals(SectionType.SYMTAB)) {
                int type = table + index * SECTION_HEADER + SECTION_TYPE;
                bytes.putInt(type, Math.toIntExact(SectionType.PROGBITS.code()));
            }
        }
        return bytes();
    }

    /// The file as `llvm-strip --strip-sections` leaves it, except that the bytes of the sections
    /// remain: `e_shoff`, `e_shnum` and `e_shstrndx` are 0.
    public byte[] withoutSectionHeaders() {
        bytes.putLong(SECTIONS, 0);
        bytes.putShort(SECTION_COUNT, (short) 0);
        bytes.putShort(SECTION_NAMES, (short) 0);
        return bytes();
    }

    /// The file with the type `SHT_NOBITS` for every allocated section except notes, as `objcopy
    /// --only-keep-debug` makes it.
    public byte[] withoutSectionContents() {
        var sections = ElfObject.parse(name, bytes.array()).sections();
        int table = Math.toIntExact(bytes.getLong(SECTIONS));
        for (int index = 0; index < sections.size(); index++) {
            var section = sections.get(index);
            if (section.has(SectionFlag.ALLOC) && !section.type().equals(SectionType.NOTE)) {
                int type = table + index * SECTION_HEADER + SECTION_TYPE;
                bytes.putInt(type, Math.toIntExact(SectionType.NOBITS.code()));
            }
        }
        return bytes();
    }

    public byte[] bytes() {
        return bytes.array().clone();
    }
}
