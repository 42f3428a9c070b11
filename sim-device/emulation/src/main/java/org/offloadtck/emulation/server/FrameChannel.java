package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.util.Optional;

/// A connection cut into frames: 32 bits of length, little-endian, and that many bytes.
public final class FrameChannel {

    /// Longest frame in bytes; `wire.c` has the same.
    static final int LONGEST = 1 << 30;

    /// Bytes of the length in front of a frame.
    public static final int HEAD = 4;

    /// What a frame is given at first, in bytes: one that claims to be long gets its memory as its
    /// bytes arrive.
    private static final int STEP = 1 << 16;

    private final ByteChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(STEP).order(ByteOrder.LITTLE_ENDIAN);

    public FrameChannel(ByteChannel channel) {
        this.channel = channel;
    }

    /// Waits for a frame: a view of its bytes until the next call; nothing once the other end is
    /// closed, be it within a frame.
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

    /// Reads until the buffer holds `size` bytes; whether it does.
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

    /// Sends a frame whose length, in front, is filled in already.
    public void write(ByteBuffer frame) throws IOException {
        while (frame.hasRemaining()) {
            channel.write(frame);
        }
    }
}
