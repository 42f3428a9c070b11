package org.offloadtck.implementation.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;

/// An entry of a store, which no other thread or process uses until it is closed.
public final class StoreEntry implements AutoCloseable {

    private static final String FILES = "files";
    private static final String NOTE = "note";
    private static final String MANIFEST = "manifest";

    private final Path entry;
    private final FileChannel lock;
    private final Runnable released;

    StoreEntry(Path entry, FileChannel lock, Runnable released) {
        this.entry = entry;
        this.lock = lock;
        this.released = released;
    }

    /// The folder of the files. Its path is part of what compilers write, so it never changes.
    public Path folder() {
        return entry.resolve(FILES);
    }

    /// Whether the entry was completed and no file has changed since. It counts as used now.
    public boolean isWhole() {
        if (!manifest().matches()) {
            return false;
        }
        try {
            Files.setLastModifiedTime(manifest().file(), FileTime.from(Instant.now()));
        } catch (IOException _) {
            // It will be removed earlier.
        }
        return true;
    }

    /// The text that the entry was completed with.
    public String note() {
        return read(entry.resolve(NOTE));
    }

    /// Deletes all files, so that a build finds an empty folder.
    public void clear() {
        try {
            delete(entry);
            Files.createDirectories(folder());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// States that all files are there. An entry whose manifest cannot be written is built again.
    ///
    /// @param note to keep with them
    public void complete(String note) {
        try {
            Files.writeString(entry.resolve(NOTE), note);
            manifest().write();
        } catch (IOException _) {
            // The entry stays incomplete.
        }
    }

    /// Ends the use of the entry.
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } finally {
            released.run();
        }
    }

    /// The manifest is beside what it lists.
    private EntryManifest manifest() {
        return manifest(entry);
    }

    private static EntryManifest manifest(Path entry) {
        return new EntryManifest(entry.resolveSibling(entry.getFileName() + "." + MANIFEST), entry);
    }

    /// When an entry was used last; the epoch if it is not complete.
    static FileTime used(Path entry) {
        try {
            return Files.getLastModifiedTime(manifest(entry).file());
        } catch (IOException _) {
            return FileTime.fromMillis(0);
        }
    }

    /// Deletes an entry, its manifest first.
    static void delete(Path entry) throws IOException {
        Files.deleteIfExists(manifest(entry).file());
        if (Files.exists(entry)) {
            try (var files = Files.walk(entry)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
