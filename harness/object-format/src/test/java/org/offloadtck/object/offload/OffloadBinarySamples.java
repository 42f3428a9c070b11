package org.offloadtck.object.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The smallest well-formed offload binaries, written byte by byte and without the codec under
/// test.
final class OffloadBinarySamples {

    private OffloadBinarySamples() {}

    /// Version 1, one PTX image `ptx` for CUDA and `sm_90`.
    static byte[] versionOne() {
        var file = ByteBuffer.allocate(112).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0xAD10FF10).putInt(1).putLong(112).putLong(32).putLong(40);
        file.putShort((short) 5).putShort((short) 2).putInt(0);
        file.putLong(72).putLong(1).putLong(104).putLong(3);
        file.putLong(89).putLong(94);
        file.put("\0arch\0sm_90\0".getBytes(UTF_8));
        file.position(104).put("ptx".getBytes(UTF_8));
        return file.array();
    }

    /// Version 2, one PTX image `ptx` for CUDA and `sm_90`.
    static byte[] versionTwo() {
        var file = ByteBuffer.allocate(120).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0xAD10FF10).putInt(2).putLong(120).putLong(32).putLong(1);
        file.putShort((short) 5).putShort((short) 2).putInt(0);
        file.putLong(72).putLong(1).putLong(112).putLong(3);
        file.putLong(97).putLong(102).putLong(5);
        file.put("\0arch\0sm_90\0".getBytes(UTF_8));
        file.position(112).put("ptx".getBytes(UTF_8));
        return file.array();
    }
}
