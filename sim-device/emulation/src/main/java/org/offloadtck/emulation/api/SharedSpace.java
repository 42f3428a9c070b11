package org.offloadtck.emulation.api;

import java.lang.foreign.MemorySegment;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.UnifiedMemory;

/// The memory that a client process and its kernels share.
///
/// @param arena of the session, zeroed; byte `i` has the address `AddressSpace.GLOBAL + i` in
///   kernels. It outlives the session
/// @param deviceBytes of the arena that are memory of devices; the client accesses the rest at the
///   same addresses as kernels
/// @param host memory of the process itself
/// @param files behind the arena
public record SharedSpace(
        MemorySegment arena, long deviceBytes, UnifiedMemory host, MemoryFiles files) {

    /// Memory that no other process can map.
    public SharedSpace(MemorySegment arena, long deviceBytes, UnifiedMemory host) {
        this(arena, deviceBytes, host, MemoryFiles.NONE);
    }

    /// Global memory for the session.
    public GlobalMemory globalMemory() {
        return new GlobalMemory(arena, deviceBytes, host);
    }
}
