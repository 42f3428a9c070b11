package org.offloadtck.scenario.world;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// A file of the corpus, or one that a toolchain made, that a scenario changes before it is used.
public final class EditableFile {

    /// Size of an `Elf64_Rela`, and where its addend lies, in bytes. Source: generic ABI,
    /// "Relocation".
    private static final int ROW = 24;

    private static final int ADDEND = 16;

    /// Size of an `Elf64_Shdr`, and where its type lies, in bytes. Source: generic ABI, "Sections".
    private static final int SECTION_HEADER = 64;

    private static final int SECTION_TYPE = 4;

    /// Where `e_shoff` lies in an `Elf64_Ehdr`, in bytes. Source: generic ABI, "ELF Header".
    private static final int SECTIONS = 40;

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
    /// @param hex two digits a byte, separated by spaces
    public void set(int at, String hex) {
        bytes.put(at, HexFormat.ofDelimiter(" ").parseHex(hex));
    }

    /// Overwrites eight bytes.
    public void setLong(long at, long value) {
        bytes.putLong(Math.toIntExact(at), value);
    }

    /// Overwrites as many bytes as `changed` has.
    public void set(long at, byte[] changed) {
        bytes.put(Math.toIntExact(at), changed);
    }

    /// Makes the loader put `target` where the file has the pointer at `address`.
    public void relocate(long address, long target) {
        bytes.putLong(row(address) + ADDEND, target);
    }

    /// Makes the loader leave the pointer at `address` as the file has it: its row becomes its
    /// neighbour once more.
    public void removeRelocation(long address) {
        int row = row(address);
        boolean isFirst = row == relocations().contents().base();
        int neighbour = isFirst ? row + ROW : row - ROW;
        bytes.put(row, Arrays.copyOfRange(bytes.array(), neighbour, neighbour + ROW));
    }

    private Section relocations() {
        return ElfObject.parse(name, bytes.array()).section(".rela.dyn").orElseThrow();
    }

    /// Where the row of `.rela.dyn` for the pointer at `address` lies.
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

    /// The file with its symbol table made a section of another type, as good as none.
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

    public byte[] bytes() {
        return bytes.array().clone();
    }
}
