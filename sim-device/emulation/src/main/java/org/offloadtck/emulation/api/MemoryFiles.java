package org.offloadtck.emulation.api;

import java.util.Optional;

/// The files behind the memory of a session (`memfd_create(2)`), parts of which other processes map
/// (ADR 33).
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

    /// The file of the session, whose bytes have the offsets of the arena; empty if there is none.
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
