package org.offloadtck.emulation.server;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;
import org.offloadtck.emulation.unified.ClientMemoryThread;

/// The connection of the thread of a client that works on its memory: each message is a question,
/// as `enum question` of `unified.c` numbers them, and the client's next request its answer.
/// Thread-safe: its monitor orders the questions.
final class MemoryConnection implements ClientMemoryThread {

    private static final int READ = 2;
    private static final int WRITE = 3;
    private static final int EXCHANGE = 4;

    /// Bytes of number and status at the start of an answer.
    private static final int HEAD = 8;

    private final FrameChannel frames;

    MemoryConnection(FrameChannel frames) {
        this.frames = frames;
    }

    @Override
    public synchronized boolean read(long address, MemorySegment target) {
        long size = target.byteSize();
        return ask(question(READ, 8 + 8).putLong(address).putLong(size), HEAD + size)
                .map(answer -> target.copyFrom(MemorySegment.ofBuffer(answer)))
                .isPresent();
    }

    @Override
    public synchronized boolean write(long address, MemorySegment source) {
        var bytes = source.toArray(JAVA_BYTE);
        var question = question(WRITE, 8 + 4 + bytes.length).putLong(address);
        return ask(question.putInt(bytes.length).put(bytes), HEAD).isPresent();
    }

    @Override
    public synchronized OptionalLong compareAndExchange(
            long address, int bytes, long expected, long next) {
        var question = question(EXCHANGE, 8 + 8 + 8 + 4).putLong(address).putLong(expected);
        return ask(question.putLong(next).putInt(bytes), HEAD + 8)
                .map(answer -> OptionalLong.of(answer.getLong()))
                .orElse(OptionalLong.empty());
    }

    private static ByteBuffer question(int number, int size) {
        int length = Integer.BYTES + size;
        return ByteBuffer.allocate(FrameChannel.HEAD + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .putInt(number);
    }

    /// What follows the status of an answer of `size` bytes; empty if the status is not 0 or the
    /// process has ended.
    private Optional<ByteBuffer> ask(ByteBuffer question, long size) {
        try {
            frames.write(question.flip());
            var answer = frames.read().orElseThrow(() -> new IOException("connection closed"));
            answer.order(ByteOrder.LITTLE_ENDIAN);
            if (answer.remaining() != size || answer.getInt(Integer.BYTES) != 0) {
                return Optional.empty();
            }
            return Optional.of(answer.position(HEAD));
        } catch (IOException | MalformedFrameException _) {
            return Optional.empty();
        }
    }
}
