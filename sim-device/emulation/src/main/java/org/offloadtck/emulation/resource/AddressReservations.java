package org.offloadtck.emulation.resource;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Mappings of physical memory into reserved address ranges, and their access rights.
public final class AddressReservations {

    private final TreeMap<Long, Mapping> mappings = new TreeMap<>();

    /// A mapping of physical memory.
    ///
    /// @param access of the device of the memory
    public record Mapping(long address, long size, PhysicalMemory memory, Access access) {

        long end() {
            return address + size;
        }
    }

    /// `CUmemAccess_flags` (CUDA driver API 12.6).
    public enum Access {
        NONE(0),
        READ(1),
        READ_WRITE(3);

        private final int flags;

        Access(int flags) {
            this.flags = flags;
        }

        public int flags() {
            return flags;
        }

        public static Optional<Access> of(int flags) {
            for (var access : values()) {
                if (access.flags == flags) {
                    return Optional.of(access);
                }
            }
            return Optional.empty();
        }
    }

    public void map(long address, long size, PhysicalMemory memory) {
        mappings.put(address, new Mapping(address, size, memory, Access.NONE));
        memory.setMapped(true);
    }

    /// Whether any byte of the range is mapped.
    public boolean overlapsMapping(long address, long size) {
        var before = mappings.lowerEntry(address + size);
        return before != null && before.getValue().end() > address;
    }

    /// Whether every byte of the range is mapped; false for a range that wraps around.
    public boolean isFullyMapped(long address, long size) {
        if (address > Long.MAX_VALUE - size) {
            return false;
        }
        long at = address;
        while (at < address + size) {
            var mapping = containing(at);
            if (mapping.isEmpty()) {
                return false;
            }
            at = mapping.get().end();
        }
        return true;
    }

    /// Bytes of a range up to the end of its last mapping; 0 if nothing is mapped.
    public long mappedBytes(long address, long size) {
        var last = mappings.lowerEntry(address + size);
        return last == null || last.getKey() < address ? 0 : last.getValue().end() - address;
    }

    /// The mapping that contains the byte at `address`.
    public Optional<Mapping> containing(long address) {
        return Optional.ofNullable(mappings.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(mapping -> address < mapping.end());
    }

    /// Sets the access rights of a range, which must be mapped completely.
    public void setAccess(long address, long size, Access access) {
        for (var mapping : Map.copyOf(mappings.subMap(address, address + size)).values()) {
            mappings.put(
                    mapping.address(),
                    new Mapping(mapping.address(), mapping.size(), mapping.memory(), access));
        }
    }

    /// Removes the mappings in the range.
    ///
    /// @return the memory that was mapped
    public Iterable<PhysicalMemory> unmap(long address, long size) {
        var range = mappings.subMap(address, address + size);
        var memories = range.values().stream().map(Mapping::memory).toList();
        range.clear();
        memories.forEach(memory -> memory.setMapped(false));
        return memories;
    }
}
