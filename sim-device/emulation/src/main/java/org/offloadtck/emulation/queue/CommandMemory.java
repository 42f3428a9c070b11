package org.offloadtck.emulation.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.stream.LongStream;
import org.offloadtck.emulation.queue.StreamCommand.Pattern;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.engine.memory.GlobalMemory;

/// The memory that fills and copies of streams access: device memory, and host memory: registered
/// memory, and of copies in graphs any other.
record CommandMemory(GlobalMemory memory) {

    /// Bytes that one transfer from or to the process has at most.
    private static final long PIECE = 1L << 30;

    /// Whether all of the memory is still allocated: another stream may have freed it since the
    /// submission. Of memory outside that of the session, the copy itself finds out.
    boolean contains(Rectangle rectangle) {
        return isDevice(rectangle) || memory.isOutside(rectangle.address());
    }

    private boolean isDevice(Rectangle rectangle) {
        return memory.find(rectangle.address(), rectangle.extent()).isPresent();
    }

    /// Fills each row.
    ///
    /// @return false if the process has no such memory any more
    boolean fill(Rectangle target, Pattern pattern) {
        if (!isDevice(target)) {
            return fillHost(target, pattern);
        }
        for (long row = 0; row < target.height(); row++) {
            fill(memory.slice(target.row(row), target.width()), pattern);
            memory.observer().written(target.row(row), target.width());
        }
        return true;
    }

    private boolean fillHost(Rectangle target, Pattern pattern) {
        try (var arena = Arena.ofConfined()) {
            var filled = arena.allocate(target.width());
            fill(filled, pattern);
            return LongStream.range(0, target.height())
                    .allMatch(row -> write(target.row(row), filled));
        }
    }

    /// Writes the pattern once, then copies the written part until the row is full.
    private static void fill(MemorySegment row, Pattern pattern) {
        var first = MemorySegment.ofArray(new byte[Integer.BYTES]);
        first.set(JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, pattern.bits());
        if (pattern.bytes() == 1) {
            row.fill(first.get(JAVA_BYTE, 0));
            return;
        }
        long done = Math.min(pattern.bytes(), row.byteSize());
        MemorySegment.copy(first, 0, row, 0, done);
        while (done < row.byteSize()) {
            long next = Math.min(done, row.byteSize() - done);
            MemorySegment.copy(row, 0, row, done, next);
            done += next;
        }
    }

    /// Copies each row.
    ///
    /// @return false if the process has no such memory any more
    boolean copy(Rectangle target, Rectangle source) {
        boolean isWithin = isDevice(target) && isDevice(source);
        for (long row = 0; row < target.height(); row++) {
            if (isWithin) {
                var to = memory.slice(target.row(row), target.width());
                to.copyFrom(memory.slice(source.row(row), source.width()));
                memory.observer().copied(source.row(row), target.row(row), target.width());
            } else if (!copyWithHost(target.row(row), source.row(row), target.width())) {
                return false;
            }
        }
        return true;
    }

    /// One end at least is host memory outside the memory of the session.
    private boolean copyWithHost(long target, long source, long bytes) {
        try (var arena = Arena.ofConfined()) {
            var copy = arena.allocate(bytes);
            return read(source, copy) && write(target, copy);
        }
    }

    private boolean read(long address, MemorySegment copy) {
        if (memory.isOutside(address)) {
            return inPieces(
                    copy.byteSize(),
                    (offset, bytes) ->
                            memory.host().read(address + offset, copy.address() + offset, bytes));
        }
        copy.copyFrom(memory.slice(address, copy.byteSize()));
        memory.observer().read(address, copy.byteSize());
        return true;
    }

    private boolean write(long address, MemorySegment copy) {
        if (memory.isOutside(address)) {
            return inPieces(
                    copy.byteSize(),
                    (offset, bytes) ->
                            memory.host().write(address + offset, copy.address() + offset, bytes));
        }
        memory.slice(address, copy.byteSize()).copyFrom(copy);
        memory.observer().written(address, copy.byteSize());
        return true;
    }

    /// A transfer of part of a range.
    private interface Transfer {
        boolean transfer(long offset, int bytes);
    }

    private static boolean inPieces(long bytes, Transfer piece) {
        for (long offset = 0; offset < bytes; offset += PIECE) {
            if (!piece.transfer(offset, Math.toIntExact(Math.min(PIECE, bytes - offset)))) {
                return false;
            }
        }
        return true;
    }
}
