package org.offloadtck.object.elf;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// The `Elf64_Ehdr` with its fields in file order and under their C names.
///
/// Section 0 holds the numbers that are too large for the 16-bit fields (generic ABI, "ELF Header":
/// `e_shnum` and `e_shstrndx`; the extension `PN_XNUM` of Solaris and Linux: `e_phnum`).
public record FileHeader(
        int osAbi,
        int abiVersion,
        int type,
        int machine,
        long version,
        long entry,
        long phoff,
        long shoff,
        long flags,
        int phentsize,
        int phnum,
        int shentsize,
        int shnum,
        int shstrndx) {

    /// Size of an `Elf64_Ehdr`, in bytes.
    public static final int SIZE = 64;

    /// Value of `e_phnum` that refers to the `sh_info` of section 0.
    static final int PN_XNUM = 0xffff;

    /// Offset of the padding in `e_ident`: `EI_PAD`.
    static final int PADDING = 9;

    /// Size of `e_ident`, and offset of `e_type`: `EI_NIDENT`.
    static final int IDENT = 16;

    /// `0x7f 'E' 'L' 'F'`, read little-endian.
    static final long MAGIC = 0x464c457fL;

    private static final int ELFCLASS64 = 2;
    private static final int ELFDATA2LSB = 1;
    private static final int EV_CURRENT = 1;

    static FileHeader read(ObjectBytes file) {
        Cursor ident = ident(file);
        int osAbi = ident.u8("EI_OSABI");
        int abiVersion = ident.u8("EI_ABIVERSION");
        Cursor fields = file.cursor(IDENT);
        int type = fields.u16("e_type");
        int machine = fields.u16("e_machine");
        long version = fields.u32("e_version");
        long entry = fields.i64("e_entry");
        long phoff = fields.u64("e_phoff");
        long shoff = fields.u64("e_shoff");
        long flags = fields.u32("e_flags");
        requireSize(fields, fields.u16("e_ehsize"), SIZE);
        int phentsize = fields.u16("e_phentsize");
        if (phoff != 0) {
            requireSize(fields, phentsize, ProgramHeader.SIZE);
        }
        int phnum = fields.u16("e_phnum");
        int shentsize = fields.u16("e_shentsize");
        if (shoff != 0) {
            requireSize(fields, shentsize, SectionHeader.SIZE);
        }
        int shnum = fields.u16("e_shnum");
        int shstrndx = fields.u16("e_shstrndx");
        return new FileHeader(
                osAbi,
                abiVersion,
                type,
                machine,
                version,
                entry,
                phoff,
                shoff,
                flags,
                phentsize,
                phnum,
                shentsize,
                shnum,
                shstrndx);
    }

    /// Whether [#read] accepts the magic, class and byte order of the file.
    static boolean begins(ObjectBytes file) {
        return file.size() >= IDENT
                && file.u32(0, "magic") == MAGIC
                && file.u8(4, "EI_CLASS") == ELFCLASS64
                && file.u8(5, "EI_DATA") == ELFDATA2LSB;
    }

    private static Cursor ident(ObjectBytes file) {
        Cursor ident = file.cursor(0);
        long magic = ident.u32("magic");
        if (magic != MAGIC) {
            throw ident.malformed(
                    FormatRule.MAGIC,
                    "magic is 0x%08x when it should be 0x%08x".formatted(magic, MAGIC));
        }
        int fileClass = ident.u8("EI_CLASS");
        if (fileClass != ELFCLASS64) {
            throw ident.malformed(
                    FormatRule.CLASS,
                    "class is %d when it should be 2, 64-bit".formatted(fileClass));
        }
        int order = ident.u8("EI_DATA");
        if (order != ELFDATA2LSB) {
            throw ident.malformed(
                    FormatRule.BYTE_ORDER,
                    "data encoding is %d when it should be 1, little-endian".formatted(order));
        }
        int version = ident.u8("EI_VERSION");
        if (version != EV_CURRENT) {
            throw ident.malformed(
                    FormatRule.VERSION, "version is %d when it should be 1".formatted(version));
        }
        return ident;
    }

    private static void requireSize(Cursor field, int size, int expected) {
        if (size != expected) {
            throw field.malformed(
                    FormatRule.SIZE,
                    "size is %d bytes when it should be %d".formatted(size, expected));
        }
    }

    void write(ByteWriter image) {
        image.u32(MAGIC).u8(ELFCLASS64).u8(ELFDATA2LSB).u8(EV_CURRENT);
        image.u8(osAbi).u8(abiVersion).zeros(IDENT - PADDING);
        image.u16(type).u16(machine).u32(version).u64(entry).u64(phoff).u64(shoff).u32(flags);
        image.u16(SIZE).u16(phentsize).u16(phnum).u16(shentsize).u16(shnum).u16(shstrndx);
    }
}
