package org.offloadtck.implementation.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A folder of entries that several processes use at a time, of bounded size.
///
/// @param root the folder
/// @param bound bytes that the entries may have together after [#evict]
public record ArtifactStore(Path root, long bound) {

    /// 1 GiB: the builds of one toolchain have about 100 MB.
    private static final long BOUND = 1L << 30;

    private static final String LOCKS = "locks";

    /// The locks that this process holds. A lock of a file is one of the process, not of a thread.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /// The store of the user: `offload-tck/builds` in `$XDG_CACHE_HOME`, else in `~/.cache` (XDG
    /// Base Directory Specification 0.8); empty if neither is known or the folder cannot be made.
    ///
    /// @param environment of the process
    public static Optional<ArtifactStore> ofUser(Map<String, String> environment) {
        return absolute(environment, "XDG_CACHE_HOME")
                .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".cache")))
                .flatMap(cache -> open(cache.resolve("offload-tck").resolve("builds")));
    }

    private static Optional<Path> absolute(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(Path::of).filter(Path::isAbsolute);
    }

    private static Optional<ArtifactStore> open(Path root) {
        try {
            Files.createDirectories(root.resolve(LOCKS));
            return Files.isWritable(root)
                    ? Optional.of(new ArtifactStore(root, BOUND))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Takes the entry of a key; empty if another thread or process uses it, or if the folder
    /// cannot be written.
    public Optional<StoreEntry> take(String key) {
        var file = root.resolve(LOCKS).resolve(key);
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        Optional<StoreEntry> taken = Optional.empty();
        try {
            taken = lock(key, file);
        } catch (IOException _) {
            // As if the entry were used elsewhere.
        } finally {
            if (taken.isEmpty()) {
                HELD.remove(file);
            }
        }
        return taken;
    }

    private Optional<StoreEntry> lock(String key, Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return Optional.of(
                        new StoreEntry(root.resolve(key), channel, () -> HELD.remove(file)));
            }
        } catch (IOException | RuntimeException fault) {
            channel.close();
            throw fault;
        }
        channel.close();
        return Optional.empty();
    }

    /// Deletes the entries that were used least recently, until those that are left fit. Entries
    /// that are in use stay; those that are not complete go.
    public void evict() {
        long left = bound;
        for (var entry : newestFirst()) {
            left -= size(entry);
            if (left < 0 || StoreEntry.used(entry).toMillis() == 0) {
                remove(entry);
            }
        }
    }

    private List<Path> newestFirst() {
        try (var files = Files.list(root)) {
            return files.filter(Files::isDirectory)
                    .filter(file -> !file.endsWith(LOCKS))
                    .sorted(Comparator.comparing(StoreEntry::used).reversed())
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static long size(Path entry) {
        try (var files = Files.walk(entry)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    private void remove(Path entry) {
        var key = String.valueOf(entry.getFileName());
        var taken = take(key);
        if (taken.isPresent()) {
            try (var _ = taken.get()) {
                StoreEntry.delete(entry);
            } catch (IOException _) {
                // The next run tries again.
            }
        }
    }
}
