package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.util.Optional;

/// Reads and writes frames over a connection: a frame is its length (32 bits, little-endian) and
/// that many bytes.
public final class FrameChannel {

    /// Longest frame in bytes, as in `wire.c`.
    static final int LONGEST = 1 << 30;

    /// Bytes of the length at the start of a frame.
    public static final int HEAD = 4;

    /// Initial size of the buffer in bytes. It grows as the bytes of a long frame arrive, so a
    /// false length costs no memory.
    private static final int STEP = 1 << 16;

    private final ByteChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(STEP).order(ByteOrder.LITTLE_ENDIAN);

    public FrameChannel(ByteChannel channel) {
        this.channel = channel;
    }

    /// Reads a frame: a view of its bytes, valid until the next call; empty if the other end is
    /// closed, even within a frame.
    public Optional<ByteBuffer> read() throws IOException {
        buffer.clear();
        if (!fill(HEAD)) {
            return Optional.empty();
        }
        int length = buffer.getInt(0);
        if (length < 0 || length > LONGEST - HEAD) {
            throw new MalformedFrameException(
                    "frame is %s bytes long when it should be at most %d"
                            .formatted(Integer.toUnsignedString(length), LONGEST - HEAD));
        }
        if (!fill(HEAD + length)) {
            return Optional.empty();
        }
        if (buffer.position() > HEAD + length) {
            throw new MalformedFrameException("bytes follow a frame that was not answered yet");
        }
        return Optional.of(
                buffer.slice(HEAD, length).order(ByteOrder.LITTLE_ENDIAN).asReadOnlyBuffer());
    }

    /// Reads until the buffer has `size` bytes.
    ///
    /// @return false if the other end is closed before
    private boolean fill(int size) throws IOException {
        while (buffer.position() < size) {
            if (!buffer.hasRemaining()) {
                grow();
            }
            if (channel.read(buffer) < 0) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        var larger =
                ByteBuffer.allocateDirect((int) Math.min(LONGEST, buffer.capacity() * 2L))
                        .order(ByteOrder.LITTLE_ENDIAN);
        buffer.flip();
        larger.put(buffer);
        buffer = larger;
    }

    /// Writes a frame, whose length is already filled in.
    public void write(ByteBuffer frame) throws IOException {
        while (frame.hasRemaining()) {
            channel.write(frame);
        }
    }
}
