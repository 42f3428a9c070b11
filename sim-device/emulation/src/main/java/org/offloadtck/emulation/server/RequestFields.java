package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads the fields of a request in their order. Numbers are little-endian; a buffer is its length
/// (32 bits) and its bytes.
public final class RequestFields {

    private final ByteBuffer bytes;

    /// @param bytes of a frame, from its first field on
    public RequestFields(ByteBuffer bytes) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The next 32-bit number.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public int number() {
        require(Integer.BYTES);
        return bytes.getInt();
    }

    /// The next 64-bit number.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public long wide() {
        require(Long.BYTES);
        return bytes.getLong();
    }

    /// The next `count` 64-bit numbers.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public List<Long> wides(int count) {
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < count; i++) {
            numbers.add(wide());
        }
        return numbers;
    }

    /// The next buffer.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public byte[] buffer() {
        int length = number();
        require(length);
        var content = new byte[length];
        bytes.get(content);
        return content;
    }

    /// The next buffer, as 64-bit numbers.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public List<Long> wideBuffer() {
        var content = ByteBuffer.wrap(buffer()).order(ByteOrder.LITTLE_ENDIAN);
        var numbers = new ArrayList<Long>();
        while (content.remaining() >= Long.BYTES) {
            numbers.add(content.getLong());
        }
        return numbers;
    }

    /// The next buffer, as UTF-8 text.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public String text() {
        return new String(buffer(), UTF_8);
    }

    /// The next buffer, as texts that each end with a NUL.
    ///
    /// @throws MalformedFrameException if the frame ends before
    public List<String> texts() {
        var texts = Arrays.asList(text().split("\0", -1));
        return texts.subList(0, texts.size() - 1);
    }

    private void require(int size) {
        if (size < 0 || size > bytes.remaining()) {
            throw new MalformedFrameException(
                    "field at %d needs %s bytes, but the frame has %d left"
                            .formatted(
                                    bytes.position(),
                                    Integer.toUnsignedString(size),
                                    bytes.remaining()));
        }
    }

    /// Requires that all fields are read.
    ///
    /// @throws MalformedFrameException if bytes are left
    public void requireEnd() {
        if (bytes.hasRemaining()) {
            throw new MalformedFrameException(
                    "%d bytes follow the last field".formatted(bytes.remaining()));
        }
    }
}
