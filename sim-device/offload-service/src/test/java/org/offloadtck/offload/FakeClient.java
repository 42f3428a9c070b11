package org.offloadtck.offload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.offload.protocol.ToolReport;
import org.offloadtck.offload.protocol.WaitingClient;

/// A process with one range of memory, which records the requests for it.
final class FakeClient implements WaitingClient {

    private final long address;
    private final MemorySegment bytes;
    private final List<Long> asked = new ArrayList<>();

    /// @param address of the first byte
    FakeClient(long address, int size) {
        this.address = address;
        this.bytes = MemorySegment.ofArray(new byte[size]);
    }

    MemorySegment bytes() {
        return bytes;
    }

    /// The addresses that were read, in order.
    List<Long> asked() {
        return asked;
    }

    @Override
    public Optional<MemorySegment> read(long from, long size) {
        asked.add(from);
        return slice(from, size).map(found -> MemorySegment.ofArray(copy(found)));
    }

    private static byte[] copy(MemorySegment segment) {
        return segment.toArray(JAVA_BYTE);
    }

    @Override
    public boolean write(long to, MemorySegment source) {
        var target = slice(to, source.byteSize());
        target.ifPresent(found -> found.copyFrom(source));
        return target.isPresent();
    }

    @Override
    public void tell(ToolReport report) {}

    @Override
    public Optional<Path> file(long at) {
        return Optional.empty();
    }

    private Optional<MemorySegment> slice(long at, long size) {
        long offset = at - address;
        return offset >= 0 && size <= bytes.byteSize() && offset <= bytes.byteSize() - size
                ? Optional.of(bytes.asSlice(offset, size))
                : Optional.empty();
    }
}
