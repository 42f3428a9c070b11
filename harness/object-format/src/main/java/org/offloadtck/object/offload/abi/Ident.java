package org.offloadtck.object.offload.abi;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.ObjectBytes;

/// `ident_t`: the source location of a construct, which the compiler passes to the runtime.
///
/// Source: "Offloading Design & Internals", table "ident_t Structure"; LLVM,
/// `llvm/include/llvm/Frontend/OpenMP/OMPKinds.def`, `IdentTy`.
///
/// Requirements: OE-22, OE-23, OE-24, OE-25, OE-26.
///
/// @param flags mostly unused
/// @param reserved3 the length of the source text, in releases that write it
/// @param source address of the text that [SourceLocation] parses
public record Ident(long reserved1, long flags, long reserved2, long reserved3, long source) {

    /// Size of the structure, in bytes.
    public static final int SIZE = 24;

    public static Ident parse(ObjectBytes bytes, long at) {
        bytes.at(at, SIZE, "ident_t");
        var fields = bytes.cursor(at);
        long reserved1 = fields.u32("reserved_1");
        long flags = fields.u32("flags");
        long reserved2 = fields.u32("reserved_2");
        long reserved3 = fields.u32("reserved_3");
        long source = fields.i64("psource");
        return new Ident(reserved1, flags, reserved2, reserved3, source);
    }

    public byte[] write() {
        return new ByteWriter()
                .u32(reserved1)
                .u32(flags)
                .u32(reserved2)
                .u32(reserved3)
                .u64(source)
                .toByteArray();
    }
}
