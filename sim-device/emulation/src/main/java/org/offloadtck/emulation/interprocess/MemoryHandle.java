package org.offloadtck.emulation.interprocess;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/// What a program passes to another process by any means: 64 bytes that name bytes of the memory of
/// a session (`CUipcMemHandle`, `CUipcEventHandle`, `CUmemPoolPtrExportData`; CUDA driver API
/// 13.0).
///
/// @param server id of the process of the device server
/// @param descriptor of the file in that process
/// @param process id of the exporting process, which is the name of the file
/// @param offset of the first byte in the file
/// @param size in bytes, positive
public record MemoryHandle(
        Use use, int server, int descriptor, long process, long offset, long size) {

    /// Bytes of a handle: `CU_IPC_HANDLE_SIZE`.
    public static final int BYTES = 64;

    /// Bytes of the mark with which a handle begins.
    private static final int MARK = 8;

    /// What the bytes are.
    public enum Use {
        ALLOCATION("OTCK-MEM"),
        EVENT("OTCK-EVT"),
        POOL_POINTER("OTCK-PTR");

        private final String mark;

        Use(String mark) {
            this.mark = mark;
        }

        private byte[] bytes() {
            return mark.getBytes(US_ASCII);
        }
    }

    /// The path by which the file is opened.
    public String path() {
        return "/proc/%d/fd/%d".formatted(server, descriptor);
    }

    /// The handle as the program passes it.
    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(use.bytes())
                .putInt(server)
                .putInt(descriptor)
                .putLong(process)
                .putLong(offset)
                .putLong(size)
                .array();
    }

    /// Parses a handle.
    ///
    /// @param use that it must have
    /// @return empty if it is none
    public static Optional<MemoryHandle> parse(byte[] bytes, Use use) {
        if (bytes.length != BYTES || !Arrays.equals(bytes, 0, MARK, use.bytes(), 0, MARK)) {
            return Optional.empty();
        }
        var fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(MARK);
        var handle =
                new MemoryHandle(
                        use,
                        fields.getInt(),
                        fields.getInt(),
                        fields.getLong(),
                        fields.getLong(),
                        fields.getLong());
        boolean isValid = handle.offset >= 0 && handle.size > 0 && handle.server > 0;
        return Optional.of(handle).filter(_ -> isValid && handle.descriptor >= 0);
    }
}
