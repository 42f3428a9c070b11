package org.offloadtck.object.offload.abi;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.ObjectBytes;

/// `__tgt_device_image`: a linked device image and its entries. Pointers are addresses of the host
/// process; ends are exclusive.
///
/// Source: "Offloading Design & Internals", table "__tgt_device_image Structure"; LLVM 13 to 23,
/// unchanged.
///
/// @param imageStart address of the image or of the offload binary around it, depending on the
///   profile
public record DeviceImage(long imageStart, long imageEnd, long entriesBegin, long entriesEnd) {

    /// Size of the structure, in bytes.
    public static final int SIZE = 32;

    public static DeviceImage parse(ObjectBytes bytes, long at) {
        bytes.at(at, SIZE, "device image");
        var fields = bytes.cursor(at);
        long imageStart = fields.i64("ImageStart");
        long imageEnd = fields.i64("ImageEnd");
        long entriesBegin = fields.i64("EntriesBegin");
        long entriesEnd = fields.i64("EntriesEnd");
        return new DeviceImage(imageStart, imageEnd, entriesBegin, entriesEnd);
    }

    public byte[] write() {
        return new ByteWriter()
                .u64(imageStart)
                .u64(imageEnd)
                .u64(entriesBegin)
                .u64(entriesEnd)
                .toByteArray();
    }
}
