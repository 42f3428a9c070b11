package org.offloadtck.linker.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The intermediate files of one link: beside the output if they are kept, else in a
/// [TemporaryDirectory]. File names are unique within a link.
///
/// A dry run asks for names and writes no file.
public final class TemporaryFiles implements AutoCloseable {

    private final List<TemporaryDirectory> temporary;
    private final Path directory;
    private final Set<String> names = new HashSet<>();

    private TemporaryFiles(Path directory, List<TemporaryDirectory> temporary) {
        this.directory = directory;
        this.temporary = temporary;
    }

    /// Files that stay in `directory`.
    public static TemporaryFiles keptIn(Path directory) {
        return new TemporaryFiles(directory, List.of());
    }

    /// Files that are deleted when the link ends.
    public static TemporaryFiles temporary() {
        var temporary = TemporaryDirectory.create("offload-tck-link-");
        return new TemporaryFiles(temporary.path(), List.of(temporary));
    }

    /// A name not yet in use: `stem.extension`, or with a number before the extension. The name of
    /// a kept file is relative to its directory.
    public Path name(String stem, String extension) {
        String name = stem + "." + extension;
        for (int number = 1; !names.add(name); number++) {
            name = "%s.%d.%s".formatted(stem, number, extension);
        }
        return temporary.isEmpty() ? Path.of(name) : directory.resolve(name);
    }

    public void write(Path file, MemorySegment bytes) {
        try {
            Files.write(directory.resolve(file), bytes.toArray(ValueLayout.JAVA_BYTE));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Writes `text` in UTF-8.
    void write(Path file, String text) {
        write(file, MemorySegment.ofArray(text.getBytes(UTF_8)));
    }

    /// Moves `from`, the absolute path of a file elsewhere, to `file`.
    void move(Path from, Path file) {
        try {
            Files.copy(from, directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            Files.delete(from);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    MemorySegment read(Path file) {
        try {
            return MemorySegment.ofArray(Files.readAllBytes(directory.resolve(file)));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void close() {
        temporary.forEach(TemporaryDirectory::close);
    }
}
