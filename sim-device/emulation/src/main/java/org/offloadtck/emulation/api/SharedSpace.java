package org.offloadtck.emulation.api;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
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

    /// The files behind the memory of a session (`memfd_create(2)`), parts of which other processes
    /// map (ADR 33).
    public interface MemoryFiles {

        /// A file that is open in the server.
        ///
        /// @param path by which every process of the user opens it: `/proc/PID/fd/DESCRIPTOR`
        /// @param name that it was created with
        /// @param bytes its size
        record MemoryFile(String path, String name, long bytes) {}

        /// No files: the session cannot share memory.
        MemoryFiles NONE =
                new MemoryFiles() {

                    @Override
                    public Optional<MemoryFile> session() {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<MemoryFile> open(String path) {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<MemoryFile> create(String name, long bytes) {
                        return Optional.empty();
                    }

                    @Override
                    public void close(MemoryFile file) {}

                    @Override
                    public boolean map(MemoryFile file, long from, long offset, long bytes) {
                        return false;
                    }
                };

        /// The file of the session, whose bytes have the offsets of the arena; empty if there is
        /// none.
        Optional<MemoryFile> session();

        /// Opens a file of a process.
        ///
        /// @param path `/proc/PID/fd/DESCRIPTOR`
        /// @return empty if it cannot be opened or is no file that a device server has created
        Optional<MemoryFile> open(String path);

        /// Creates a file.
        ///
        /// @param name for [MemoryFile#name]
        /// @return empty if files cannot be created
        Optional<MemoryFile> create(String name, long bytes);

        /// Closes a file. Mappings stay.
        void close(MemoryFile file);

        /// Maps bytes of a file over bytes of the arena. All numbers are multiples of a page.
        ///
        /// @param from first byte of the file
        /// @param offset in the arena
        boolean map(MemoryFile file, long from, long offset, long bytes);
    }
}
