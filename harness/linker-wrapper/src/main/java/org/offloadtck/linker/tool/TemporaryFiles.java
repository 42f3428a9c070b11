package org.offloadtck.linker.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The files a link makes on its way: beside the output where they are kept, else in a folder that
/// goes when the link ends. No two have one name.
///
/// Where nothing is run, nothing is written, and the names alone are given.
public final class TemporaryFiles implements AutoCloseable {

    private final Optional<Path> scratch;
    private final Path folder;
    private final Set<String> names = new HashSet<>();

    private TemporaryFiles(Path folder, Optional<Path> scratch) {
        this.folder = folder;
        this.scratch = scratch;
    }

    /// In `folder`, to stay.
    public static TemporaryFiles kept(Path folder) {
        return new TemporaryFiles(folder, Optional.empty());
    }

    /// In a folder of their own.
    public static TemporaryFiles passing() {
        try {
            var scratch = Files.createTempDirectory("offload-tck-link-");
            return new TemporaryFiles(scratch, Optional.of(scratch));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// A name nobody had: `stem.extension`, or with a number before the extension.
    public Path name(String stem, String extension) {
        String name = stem + "." + extension;
        for (int number = 1; !names.add(name); number++) {
            name = "%s.%d.%s".formatted(stem, number, extension);
        }
        return scratch.isPresent() ? folder.resolve(name) : Path.of(name);
    }

    public void write(Path file, MemorySegment bytes) {
        try {
            Files.write(folder.resolve(file), bytes.toArray(ValueLayout.JAVA_BYTE));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    MemorySegment read(Path file) {
        try {
            return MemorySegment.ofArray(Files.readAllBytes(folder.resolve(file)));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void close() {
        scratch.ifPresent(TemporaryFiles::delete);
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
