package org.offloadtck.emulation.resource;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What physical memory is mapped where in reserved ranges, and whether it may be used.
public final class AddressReservations {

    private final TreeMap<Long, Mapping> mappings = new TreeMap<>();

    /// Physical memory at an address.
    ///
    /// @param access of its device; `CUmemAccess_flags`
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

    /// Whether any of the range is mapped.
    public boolean overlapsMapping(long address, long size) {
        var before = mappings.lowerEntry(address + size);
        return before != null && before.getValue().end() > address;
    }

    /// Whether mappings fill the range from end to end. One that passes the end of all addresses
    /// they do not.
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

    /// The mapping that holds the byte at `address`.
    public Optional<Mapping> containing(long address) {
        return Optional.ofNullable(mappings.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(mapping -> address < mapping.end());
    }

    /// Sets what may be done with the range, which mappings fill.
    public void setAccess(long address, long size, Access access) {
        for (var mapping : Map.copyOf(mappings.subMap(address, address + size)).values()) {
            mappings.put(
                    mapping.address(),
                    new Mapping(mapping.address(), mapping.size(), mapping.memory(), access));
        }
    }

    /// Removes the mappings in the range.
    ///
    /// @return what was mapped
    public Iterable<PhysicalMemory> unmap(long address, long size) {
        var range = mappings.subMap(address, address + size);
        var memories = range.values().stream().map(Mapping::memory).toList();
        range.clear();
        memories.forEach(memory -> memory.setMapped(false));
        return memories;
    }
}
