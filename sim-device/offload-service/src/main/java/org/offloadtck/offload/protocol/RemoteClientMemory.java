package org.offloadtck.offload.protocol;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.emulation.server.ClientGoneException;
import org.offloadtck.emulation.server.FrameChannel;
import org.offloadtck.emulation.server.MalformedFrameException;

/// Memory of a process, asked for over the connection of a thread that waits for an answer.
///
/// @param frames that connection
/// @param files what the process has mapped
public record RemoteClientMemory(FrameChannel frames, MappedFiles files) implements ClientMemory {

    /// Most bytes of one question.
    private static final long STEP = 1 << 24;

    /// Number and status, in front of the bytes of an answer.
    private static final int HEAD = 8;

    @Override
    public Optional<MemorySegment> read(long address, long size) {
        if (size <= STEP) {
            return ask(address, size);
        }
        var whole = Arena.ofAuto().allocate(size);
        for (long at = 0; at < size; at += STEP) {
            var part = ask(address + at, Math.min(STEP, size - at));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            MemorySegment.copy(part.get(), 0, whole, at, part.get().byteSize());
        }
        return Optional.of(whole);
    }

    private Optional<MemorySegment> ask(long address, long size) {
        var answer = answer(RuntimeFrame.read(address, size));
        if (!isGranted(answer)) {
            return Optional.empty();
        }
        if (answer.remaining() != HEAD + size) {
            throw new MalformedFrameException(
                    "%d bytes were asked for when %d came"
                            .formatted(size, answer.remaining() - HEAD));
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

    private static boolean isGranted(ByteBuffer answer) {
        if (answer.remaining() < HEAD) {
            throw new MalformedFrameException("an answer has no status");
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
