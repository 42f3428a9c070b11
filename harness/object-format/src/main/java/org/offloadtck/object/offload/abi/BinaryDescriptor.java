package org.offloadtck.object.offload.abi;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.ObjectBytes;

/// `__tgt_bin_desc`: all device images of an executable or shared library and the entries of the
/// host. Pointers are addresses of the host process.
///
/// Source: "Offloading Design & Internals", table "__tgt_bin_desc Structure"; LLVM 13 to 23,
/// unchanged.
///
/// @param deviceImageCount 32 bits, followed by four bytes of padding
/// @param deviceImages address of that many [DeviceImage]s
/// @param hostEntriesEnd exclusive
public record BinaryDescriptor(
        long deviceImageCount, long deviceImages, long hostEntriesBegin, long hostEntriesEnd) {

    /// Size of the structure, in bytes.
    public static final int SIZE = 32;

    public static BinaryDescriptor parse(ObjectBytes bytes, long at) {
        bytes.at(at, SIZE, "binary descriptor");
        var fields = bytes.cursor(at);
        long count = fields.u32("NumDeviceImages");
        fields.u32("padding");
        long images = fields.i64("DeviceImages");
        long begin = fields.i64("HostEntriesBegin");
        long end = fields.i64("HostEntriesEnd");
        return new BinaryDescriptor(count, images, begin, end);
    }

    public byte[] write() {
        return new ByteWriter()
                .u32(deviceImageCount)
                .u32(0)
                .u64(deviceImages)
                .u64(hostEntriesBegin)
                .u64(hostEntriesEnd)
                .toByteArray();
    }
}
