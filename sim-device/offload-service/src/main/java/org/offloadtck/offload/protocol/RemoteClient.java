package org.offloadtck.offload.protocol;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.server.ClientGoneException;
import org.offloadtck.emulation.server.FrameChannel;
import org.offloadtck.emulation.server.MalformedFrameException;

/// A client process that is asked by messages over the connection of a thread that waits for a
/// reply.
final class RemoteClient implements WaitingClient, AutoCloseable {

    /// Most bytes of one message.
    private static final long STEP = 1 << 24;

    /// Most bytes of an array in every Java virtual machine.
    private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /// Bytes of number and status at the start of an answer.
    private static final int HEAD = 8;

    private final FrameChannel frames;
    private final MappedFiles files;
    private final List<Arena> arenas = new ArrayList<>();

    /// @param frames the connection of the thread
    /// @param files that the process has mapped
    RemoteClient(FrameChannel frames, MappedFiles files) {
        this.frames = frames;
        this.files = files;
    }

    @Override
    public Optional<MemorySegment> read(long address, long size) {
        if (size <= STEP) {
            return ask(address, size);
        }
        var whole = allocate(size);
        for (long at = 0; at < size; at += STEP) {
            var part = ask(address + at, Math.min(STEP, size - at));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            MemorySegment.copy(part.get(), 0, whole, at, part.get().byteSize());
        }
        return Optional.of(whole);
    }

    private MemorySegment allocate(long size) {
        if (size <= LARGEST_ARRAY) {
            return MemorySegment.ofArray(new byte[(int) size]);
        }
        var arena = Arena.ofShared();
        arenas.add(arena);
        return arena.allocate(size);
    }

    /// Frees the segments that were too large for an array.
    @Override
    public void close() {
        arenas.forEach(Arena::close);
        arenas.clear();
    }

    private Optional<MemorySegment> ask(long address, long size) {
        var answer = answer(RuntimeFrame.read(address, size));
        if (!isGranted(answer)) {
            return Optional.empty();
        }
        if (answer.remaining() != HEAD + size) {
            throw new MalformedFrameException(
                    "answer has %d bytes of memory, expected %d"
                            .formatted(answer.remaining() - HEAD, size));
        }
        var bytes = new byte[(int) size];
        answer.get(HEAD, bytes);
        return Optional.of(MemorySegment.ofArray(bytes));
    }

    @Override
    public boolean write(long address, MemorySegment source) {
        for (long at = 0; at < source.byteSize(); at += STEP) {
            var part = source.asSlice(at, Math.min(STEP, source.byteSize() - at));
            if (!isGranted(answer(RuntimeFrame.write(address + at, part)))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Optional<Path> file(long address) {
        return files.at(address);
    }

    @Override
    public void tell(ToolReport report) {
        if (!isGranted(answer(RuntimeFrame.of(report)))) {
            throw new MalformedFrameException("answer refuses a report to the tool");
        }
    }

    private static boolean isGranted(ByteBuffer answer) {
        if (answer.remaining() < HEAD) {
            throw new MalformedFrameException("answer has no status");
        }
        return answer.getInt(Integer.BYTES) == 0;
    }

    private ByteBuffer answer(ByteBuffer question) {
        try {
            frames.write(question);
            return frames.read()
                    .orElseThrow(() -> new IOException("connection closed"))
                    .order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException fault) {
            throw new ClientGoneException(fault);
        }
    }
}
