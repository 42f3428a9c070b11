package org.offloadtck.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostSegment.Access;

/// An address space without a process, initially empty. The caller loads sections into it.
///
/// Segments do not overlap, and every access must be inside one segment. There is at least one
/// unmapped page between two allocations, so that a size that is wrong by one is detected.
public final class SimulatedHostMemory implements HostMemory {

    /// The smallest page: System V x86-64 psABI, "Operating System Interface", page size.
    private static final long PAGE = 4096;

    /// The address of the first allocation: above an executable linked at a fixed address, and
    /// below 2⁴⁷, the end of user space (same section, virtual address space).
    private static final long FIRST_ALLOCATION = 0x7000_0000_0000L;

    private static final String SOURCE = "host memory";

    private final TreeMap<Long, HostSegment> segments = new TreeMap<>(Long::compareUnsigned);
    private long nextAllocation = FIRST_ALLOCATION;

    /// Loads a copy of `contents` at `address`.
    ///
    /// @throws OffloadException if the range is not free
    public HostSegment load(String name, long address, Access access, byte[] contents) {
        var segment =
                new HostSegment(name, address, access, MemorySegment.ofArray(contents.clone()));
        overlapping(segment)
                .ifPresent(other -> {
                    throw fault(address, "%s overlaps %s".formatted(segment, other));
                });
        segments.put(address, segment);
        return segment;
    }

    /// Allocates `size` zeroed bytes. The same sequence of allocations returns the same addresses
    /// on every run.
    public HostSegment allocate(String name, long size) {
        var contents = new byte[Math.toIntExact(size)];
        long address = nextAllocation;
        nextAllocation += (size + PAGE - 1) / PAGE * PAGE + PAGE;
        return load(name, address, Access.READ_WRITE, contents);
    }

    /// Removes the segment at `address`, if there is one.
    public void unload(long address) {
        segments.remove(address);
    }

    /// The segments, by address.
    public List<HostSegment> segments() {
        return List.copyOf(segments.values());
    }

    @Override
    public MemorySegment read(long address, long size, String field) {
        return slice(address, size, field).asReadOnly();
    }

    /// The `size` bytes at `address` for writing; writes change the memory.
    ///
    /// @throws OffloadException if no segment contains them all or the segment is read-only
    public MemorySegment write(long address, long size, String field) {
        MemorySegment slice = slice(address, size, field);
        if (size == 0) {
            return slice;
        }
        HostSegment segment = segmentAt(address);
        return switch (segment.access()) {
            case READ_WRITE -> slice;
            case READ_ONLY ->
                    throw fault(
                            address,
                            "%s cannot be written: %s is read-only".formatted(field, segment));
        };
    }

    @Override
    public void requireWritable(long address, long size, String field) {
        write(address, size, field);
    }

    @Override
    public void put(long address, MemorySegment source, String field) {
        write(address, source.byteSize(), field).copyFrom(source);
    }

    @Override
    public String string(long address, String field) {
        MemorySegment rest = tail(address, field);
        for (long length = 0; length < rest.byteSize(); length++) {
            if (rest.get(JAVA_BYTE, length) == 0) {
                return new String(rest.asSlice(0, length).toArray(JAVA_BYTE), UTF_8);
            }
        }
        throw fault(address, "%s has no NUL before %s ends".formatted(field, segmentAt(address)));
    }

    private MemorySegment slice(long address, long size, String field) {
        MemorySegment rest = size == 0 ? MemorySegment.ofArray(new byte[0]) : tail(address, field);
        if (size < 0 || size > rest.byteSize()) {
            throw fault(
                    address,
                    "%s needs %s bytes when %s has %d there"
                            .formatted(
                                    field,
                                    Long.toUnsignedString(size),
                                    segmentAt(address),
                                    rest.byteSize()));
        }
        return rest.asSlice(0, size);
    }

    private MemorySegment tail(long address, String field) {
        Map.Entry<Long, HostSegment> below = segments.floorEntry(address);
        if (below == null || !below.getValue().contains(address)) {
            throw fault(address, "%s lies where no memory is".formatted(field));
        }
        return below.getValue().bytes().asSlice(address - below.getKey());
    }

    private HostSegment segmentAt(long address) {
        return segments.floorEntry(address).getValue();
    }

    private Optional<HostSegment> overlapping(HostSegment segment) {
        return segments.values().stream()
                .filter(other ->
                        other.contains(segment.address()) || segment.contains(other.address()))
                .findFirst();
    }

    private static OffloadException fault(long address, String problem) {
        return new OffloadException(SOURCE, address, RuntimeRule.HOST_ADDRESS, problem);
    }
}
