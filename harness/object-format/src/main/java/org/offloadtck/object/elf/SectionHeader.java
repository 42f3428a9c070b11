package org.offloadtck.object.elf;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// The `Elf64_Shdr` with its fields in file order and under their C names.
public record SectionHeader(
        long name,
        long type,
        long flags,
        long addr,
        long offset,
        long size,
        long link,
        long info,
        long addralign,
        long entsize) {

    /// Size of an `Elf64_Shdr`, in bytes.
    public static final int SIZE = 64;

    /// Offsets of fields in an `Elf64_Shdr` that are verified only after all headers have been
    /// read.
    static final int SH_SIZE = 32;

    static final int SH_LINK = 40;
    static final int SH_INFO = 44;
    static final int SH_ENTSIZE = 56;

    static SectionHeader read(ObjectBytes file, long at) {
        Cursor fields = file.cursor(at);
        long name = fields.u32("sh_name");
        long type = fields.u32("sh_type");
        long flags = fields.i64("sh_flags");
        long addr = fields.i64("sh_addr");
        long offset = fields.u64("sh_offset");
        long size = fields.u64("sh_size");
        long link = fields.u32("sh_link");
        long info = fields.u32("sh_info");
        long addralign = fields.i64("sh_addralign");
        if (Long.bitCount(addralign) > 1) {
            throw fields.malformed(
                    FormatRule.ALIGNMENT,
                    "alignment is 0x%x when it should be a power of two".formatted(addralign));
        }
        long entsize = fields.u64("sh_entsize");
        return new SectionHeader(
                name, type, flags, addr, offset, size, link, info, addralign, entsize);
    }

    void write(ByteWriter image) {
        image.u32(name).u32(type).u64(flags).u64(addr).u64(offset).u64(size);
        image.u32(link).u32(info).u64(addralign).u64(entsize);
    }
}
