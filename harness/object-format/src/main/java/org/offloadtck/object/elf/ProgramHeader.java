package org.offloadtck.object.elf;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Section;

/// An `Elf64_Phdr`: a range of the file and the memory that the loader gives it.
///
/// @param type unsigned 32-bit `p_type`, such as [#LOAD]
/// @param flags unsigned 32-bit `p_flags`: the sum of [#EXECUTE], [#WRITE] and [#READ]
/// @param offset into the file, in bytes
/// @param fileSize in bytes; the rest of `memorySize` is zero
public record ProgramHeader(
        long type,
        long flags,
        long offset,
        long virtualAddress,
        long physicalAddress,
        long fileSize,
        long memorySize,
        long alignment) {

    /// `PT_LOAD`.
    public static final long LOAD = 1;

    /// `PF_X`.
    public static final long EXECUTE = 1;

    /// `PF_W`.
    public static final long WRITE = 2;

    /// `PF_R`.
    public static final long READ = 4;

    /// Size of an `Elf64_Phdr`, in bytes.
    public static final int SIZE = 56;

    static ProgramHeader read(ObjectBytes file, long at) {
        Cursor fields = file.cursor(at);
        long type = fields.u32("p_type");
        long flags = fields.u32("p_flags");
        long offset = fields.u64("p_offset");
        long virtualAddress = fields.i64("p_vaddr");
        long physicalAddress = fields.i64("p_paddr");
        long fileSize = fields.u64("p_filesz");
        file.at(offset, fileSize, "segment");
        long memorySize = fields.u64("p_memsz");
        long alignment = fields.i64("p_align");
        return new ProgramHeader(
                type,
                flags,
                offset,
                virtualAddress,
                physicalAddress,
                fileSize,
                memorySize,
                alignment);
    }

    /// Whether the segment contains the section whose bytes start at `at` in the file.
    boolean holds(long at, Section section) {
        return at >= offset && at + section.contents().size() <= offset + fileSize;
    }

    void write(ByteWriter image) {
        image.u32(type).u32(flags).u64(offset).u64(virtualAddress).u64(physicalAddress);
        image.u64(fileSize).u64(memorySize).u64(alignment);
    }
}
