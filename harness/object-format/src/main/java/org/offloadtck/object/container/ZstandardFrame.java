package org.offloadtck.object.container;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Decompresses one frame of Zstandard (RFC 8878).
final class ZstandardFrame {

    /// Most bytes that one byte of a frame may stand for. A frame may expand further, PTX of
    /// compilers 10 to 30 times; so damage to a size takes no memory.
    private static final int MOST_EXPANSION = 1024;

    private ZstandardFrame() {}

    /// The `size` bytes that a frame stands for.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the frame is malformed, or
    ///   stands for another number of bytes
    static byte[] decompress(ObjectBytes frame, long size) {
        if (size > MOST_EXPANSION * frame.size()) {
            throw frame.malformed(
                    0,
                    FormatRule.SIZE,
                    "uncompressed size is %d bytes when it should be %d or less for %d compressed bytes"
                            .formatted(size, MOST_EXPANSION * frame.size(), frame.size()));
        }
        var text = new byte[Math.toIntExact(size)];
        long written = decompress(frame, text);
        if (written != size) {
            throw frame.malformed(
                    0,
                    FormatRule.SIZE,
                    "frame stands for %d bytes when it should stand for %d"
                            .formatted(written, size));
        }
        return text;
    }

    private static long decompress(ObjectBytes frame, byte[] text) {
        byte[] source = frame.toByteArray();
        try {
            return Zstd.decompressByteArray(text, 0, text.length, source, 0, source.length);
        } catch (ZstdException fault) {
            throw frame.malformed(0, FormatRule.CODE, "frame of Zstandard: " + fault.getMessage());
        }
    }
}
