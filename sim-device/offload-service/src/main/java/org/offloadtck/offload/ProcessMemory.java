package org.offloadtck.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.offloadtck.offload.protocol.ToolReport;
import org.offloadtck.offload.protocol.WaitingClient;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;

/// The memory of a client process as host memory of the reference runtime, accessible while one of
/// its threads waits for a reply.
///
/// Small ranges are read by the page, once per call, because descriptors, tables and argument
/// arrays are read field by field and a message costs as much as a page. Reads see earlier writes
/// of the call. Concurrent writes of other threads are a data race of the program.
final class ProcessMemory implements HostMemory {

    /// The smallest page: System V x86-64 psABI, "Operating System Interface", page size.
    private static final int PAGE = 4096;

    /// Largest range that is read by the page, in bytes.
    private static final long MOST_CACHED = 16 * PAGE;

    private static final String SOURCE = "host memory";

    private final Map<Long, Optional<MemorySegment>> pages = new HashMap<>();
    private final LongPredicate isOnDevice;
    private WaitingClient client = new NoMemory();

    /// The memory between calls: none.
    private record NoMemory() implements WaitingClient {

        @Override
        public Optional<MemorySegment> read(long address, long size) {
            return Optional.empty();
        }

        @Override
        public boolean write(long address, MemorySegment source) {
            return false;
        }

        @Override
        public void tell(ToolReport report) {}

        @Override
        public Optional<Path> file(long address) {
            return Optional.empty();
        }
    }

    /// @param isOnDevice whether an address is one of memory of a device
    ProcessMemory(LongPredicate isOnDevice) {
        this.isOnDevice = isOnDevice;
    }

    /// Begins a call, whose thread accesses the memory from now on.
    void enter(WaitingClient asked) {
        client = asked;
        pages.clear();
    }

    /// Ends a call.
    void leave() {
        enter(new NoMemory());
    }

    /// Has the thread that waits tell its tool.
    void tell(ToolReport report) {
        client.tell(report);
    }

    /// The file that is mapped at `address`; empty if none is.
    Optional<Path> file(long address) {
        return client.file(address);
    }

    @Override
    public MemorySegment read(long address, long size, String field) {
        if (size == 0) {
            return MemorySegment.ofArray(new byte[0]);
        }
        if (size < 0 || wraps(address, size)) {
            throw fault(
                    address,
                    "%s needs %s bytes, more than the address space has"
                            .formatted(field, Long.toUnsignedString(size)));
        }
        return size <= MOST_CACHED ? cached(address, size, field) : whole(address, size, field);
    }

    private static boolean wraps(long address, long size) {
        return Long.compareUnsigned(address + size - 1, address) < 0;
    }

    private MemorySegment cached(long address, long size, String field) {
        var bytes = MemorySegment.ofArray(new byte[(int) size]);
        long done = 0;
        while (done < size) {
            long at = address + done;
            var page = page(at);
            if (page.isEmpty()) {
                throw missing(address, size, field, done);
            }
            long offset = at & PAGE - 1;
            long step = Math.min(size - done, PAGE - offset);
            MemorySegment.copy(page.get(), offset, bytes, done, step);
            done += step;
        }
        return bytes;
    }

    private Optional<MemorySegment> page(long address) {
        return pages.computeIfAbsent(address & -PAGE, begin -> client.read(begin, PAGE));
    }

    /// Reads the last page first, so that a far too large size is rejected before memory is
    /// allocated.
    private MemorySegment whole(long address, long size, String field) {
        if (page(address).isEmpty()) {
            throw missing(address, size, field, 0);
        }
        return page(address + size - 1)
                .flatMap(_ -> client.read(address, size))
                .orElseThrow(() -> missing(address, size, field, 1));
    }

    private OffloadException missing(long address, long size, String field, long there) {
        return fault(
                address,
                there == 0
                        ? nothing(address, field)
                        : "%s needs %d bytes when memory ends before".formatted(field, size));
    }

    private String nothing(long address, String field) {
        return isOnDevice.test(address)
                ? field + " is memory of a device when it should be memory of the host"
                : field + " lies where no memory is";
    }

    @Override
    public void requireWritable(long address, long size, String field) {
        if (size > 0) {
            read(address, 1, field);
            read(address + size - 1, 1, field);
        }
    }

    @Override
    public void put(long address, MemorySegment source, String field) {
        pages.clear();
        if (!client.write(address, source)) {
            throw fault(
                    address,
                    "%s of %d bytes cannot be written: there is no memory, or it is read-only"
                            .formatted(field, source.byteSize()));
        }
    }

    @Override
    public String string(long address, String field) {
        var text = new ByteArrayOutputStream();
        for (long at = address; ; at++) {
            var page = page(at);
            if (page.isEmpty()) {
                throw text.size() == 0
                        ? fault(address, nothing(address, field))
                        : fault(address, field + " has no NUL before memory ends");
            }
            byte one = page.get().get(ValueLayout.JAVA_BYTE, at & PAGE - 1);
            if (one == 0) {
                return text.toString(UTF_8);
            }
            text.write(one);
        }
    }

    private static OffloadException fault(long address, String problem) {
        return new OffloadException(SOURCE, address, RuntimeRule.HOST_ADDRESS, problem);
    }
}
