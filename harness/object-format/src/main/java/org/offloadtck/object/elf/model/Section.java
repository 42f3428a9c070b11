package org.offloadtck.object.elf.model;

import org.offloadtck.object.bytes.ObjectBytes;

/// A section: the fields of its `Elf64_Shdr` with its name and bytes.
///
/// @param flags the bits of [SectionFlag] and any others of the file
/// @param address in memory; 0 in a relocatable object
/// @param size in bytes; equal to the size of `contents` unless the section occupies no file space
/// @param link a section index; its meaning depends on the type
/// @param info unsigned 32-bit: a section index, a symbol index or a count, depending on the type
/// @param alignment in bytes, a power of two; 0 and 1 mean none
/// @param entrySize size of a table row in bytes; otherwise 0
/// @param contents empty for a section that occupies no file space; diagnostics name the file
public record Section(
        String name,
        SectionType type,
        long flags,
        long address,
        long size,
        int link,
        long info,
        long alignment,
        long entrySize,
        ObjectBytes contents) {

    /// A section without links and address. The method does not copy `bytes`; the caller must not
    /// modify the array.
    public static Section of(
            String name, SectionType type, long flags, long alignment, byte[] bytes) {
        ObjectBytes contents = ObjectBytes.of(name, bytes);
        return new Section(name, type, flags, 0, bytes.length, 0, 0, alignment, 0, contents);
    }

    public boolean has(SectionFlag flag) {
        return flag.in(flags);
    }

    /// A copy of the section's bytes in the file.
    public byte[] bytes() {
        return contents.toByteArray();
    }

    /// The same section with other bytes and their size.
    public Section withBytes(byte[] bytes) {
        ObjectBytes replaced = ObjectBytes.of(name, bytes);
        return new Section(
                name,
                type,
                flags,
                address,
                bytes.length,
                link,
                info,
                alignment,
                entrySize,
                replaced);
    }

    public Section withName(String changed) {
        return new Section(
                changed, type, flags, address, size, link, info, alignment, entrySize, contents);
    }

    public Section withFlags(long changed) {
        return new Section(
                name, type, changed, address, size, link, info, alignment, entrySize, contents);
    }

    /// The same section with another address.
    public Section withAddress(long changed) {
        return new Section(
                name, type, flags, changed, size, link, info, alignment, entrySize, contents);
    }

    /// The same section with another size in memory; for a section that occupies no file space.
    public Section withSize(long changed) {
        return with(changed, link, info, entrySize);
    }

    /// The same section with another `sh_link`.
    public Section withLink(int changed) {
        return with(size, changed, info, entrySize);
    }

    /// The same section with another `sh_info`.
    public Section withInfo(long changed) {
        return with(size, link, changed, entrySize);
    }

    /// The same section as a table whose rows have that size, in bytes.
    public Section withRows(long changed) {
        return with(size, link, info, changed);
    }

    private Section with(long newSize, int newLink, long newInfo, long newEntrySize) {
        return new Section(
                name,
                type,
                flags,
                address,
                newSize,
                newLink,
                newInfo,
                alignment,
                newEntrySize,
                contents);
    }
}
