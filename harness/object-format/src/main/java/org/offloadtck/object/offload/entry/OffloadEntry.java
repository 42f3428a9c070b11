package org.offloadtck.object.offload.entry;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// An offload entry in memory, `__tgt_offload_entry` or `llvm::offloading::EntryTy`: a symbol that
/// host and device share under one name. Pointers are addresses. In a relocatable object they are
/// mostly 0, and [EntryTable] resolves them.
///
/// Fields that a layout lacks are 0; `write(layout)` omits them.
///
/// Requirements: OE-03, OE-14, OE-15.
///
/// @param reserved 0; the first eight bytes of [EntryLayout#VERSION_1], by which the layouts are
///   distinguished
/// @param version 1 in [EntryLayout#VERSION_1]
/// @param kindCode the programming model, as the edition numbers it
/// @param flags 32 bits; their meaning depends on the kind: see [OpenmpEntryFlag], [CudaEntryKind]
/// @param address of the host's symbol, or of the host's handle of a kernel
/// @param symbolName address of the NUL-terminated name
/// @param size of the variable in bytes; 0 for a kernel
/// @param data the clauses of a requires entry, the dimension of a texture or surface, or the
///   alignment of a managed variable; 32 bits in [EntryLayout#LEGACY], where the field is
///   `reserved`
/// @param auxAddress of the pointer to a managed variable
public record OffloadEntry(
        long reserved,
        int version,
        int kindCode,
        long flags,
        long address,
        long symbolName,
        long size,
        long data,
        long auxAddress) {

    /// An entry before linking: its pointers are 0 and are relocated.
    public static OffloadEntry unplaced(int kindCode, long flags, long size, long data) {
        return new OffloadEntry(0, 1, kindCode, flags, 0, 0, size, data, 0);
    }

    public OffloadEntry withSize(long other) {
        return new OffloadEntry(
                reserved, version, kindCode, flags, address, symbolName, other, data, auxAddress);
    }

    public OffloadEntry withFlags(long other) {
        return new OffloadEntry(
                reserved, version, kindCode, other, address, symbolName, size, data, auxAddress);
    }

    /// Reads the entry at `at`.
    ///
    /// @throws MalformedObjectException if it runs past the end
    public static OffloadEntry parse(EntryLayout layout, ObjectBytes bytes, long at) {
        bytes.require(at, layout.size(), "offload entry");
        var fields = bytes.cursor(at);
        return switch (layout) {
            case LEGACY -> {
                long address = fields.i64("addr");
                long name = fields.i64("name");
                long size = fields.i64("size");
                long flags = fields.u32("flags");
                long data = fields.u32("reserved");
                yield new OffloadEntry(0, 0, 0, flags, address, name, size, data, 0);
            }
            case VERSION_1 -> {
                long reserved = fields.i64("Reserved");
                int version = fields.u16("Version");
                int kind = fields.u16("Kind");
                long flags = fields.u32("Flags");
                long address = fields.i64("Address");
                long name = fields.i64("SymbolName");
                long size = fields.i64("Size");
                long data = fields.i64("Data");
                long aux = fields.i64("AuxAddr");
                yield new OffloadEntry(
                        reserved, version, kind, flags, address, name, size, data, aux);
            }
        };
    }

    /// The entry's bytes, `layout.size()` of them.
    public byte[] write(EntryLayout layout) {
        var image = new ByteWriter();
        switch (layout) {
            case LEGACY -> image.u64(address).u64(symbolName).u64(size).u32(flags).u32(data);
            case VERSION_1 -> {
                image.u64(reserved).u16(version).u16(kindCode).u32(flags);
                image.u64(address).u64(symbolName).u64(size).u64(data).u64(auxAddress);
            }
        }
        return image.toByteArray();
    }
}
