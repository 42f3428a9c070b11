package org.offloadtck.object.elf;

import java.nio.ByteOrder;
import java.util.List;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;

/// The section table of an ELF file of any class and byte order, for files whose symbols and
/// relocations the kit does not read.
///
/// Source: System V ABI, generic part, "ELF Header" and "Sections", tables of `Elf32` and `Elf64`.
///
/// @param fileClass the width of addresses and offsets
/// @param sections with name, type, flags, address, size, alignment and bytes; in file order
public record ElfSectionTable(
        String source,
        FileClass fileClass,
        ByteOrder order,
        ElfType type,
        ElfMachine machine,
        List<Section> sections) {

    public ElfSectionTable {
        sections = List.copyOf(sections);
    }

    /// The width of addresses and offsets: `EI_CLASS`.
    public enum FileClass {
        BITS_32(1, 32),
        BITS_64(2, 64);

        private final int code;
        private final int bits;

        FileClass(int code, int bits) {
            this.code = code;
            this.bits = bits;
        }

        int code() {
            return code;
        }

        public int bits() {
            return bits;
        }
    }

    /// Whether a file starts with the ELF magic.
    public static boolean isElf(ObjectBytes file) {
        return file.size() >= Integer.BYTES && file.u32(0, "magic") == FileHeader.MAGIC;
    }

    /// Reads the section table of an ELF file of any class and byte order.
    ///
    /// @throws MalformedObjectException if the bytes break the format
    public static ElfSectionTable parse(ObjectBytes file) {
        return new ElfSectionTableReader(file, fileClass(file), order(file)).read();
    }

    private static FileClass fileClass(ObjectBytes file) {
        int code = file.u8(4, "EI_CLASS");
        for (var fileClass : FileClass.values()) {
            if (fileClass.code() == code) {
                return fileClass;
            }
        }
        throw file.malformed(
                4, FormatRule.CLASS, "class is %d when it should be 1 or 2".formatted(code));
    }

    private static ByteOrder order(ObjectBytes file) {
        int code = file.u8(5, "EI_DATA");
        if (code != 1 && code != 2) {
            throw file.malformed(
                    5,
                    FormatRule.BYTE_ORDER,
                    "data encoding is %d when it should be 1 or 2".formatted(code));
        }
        return code == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /// Class and byte order in words, such as `32-bit big-endian`.
    public String form() {
        return "%d-bit %s"
                .formatted(
                        fileClass.bits(),
                        order.equals(ByteOrder.BIG_ENDIAN) ? "big-endian" : "little-endian");
    }
}
