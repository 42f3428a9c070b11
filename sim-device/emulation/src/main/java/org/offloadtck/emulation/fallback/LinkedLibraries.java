package org.offloadtck.emulation.fallback;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// The shared libraries that a program is linked with, and those that they are linked with, as far
/// as they lie in folders that the program, its libraries or `LD_LIBRARY_PATH` name (ld.so(8)).
///
/// Libraries in the folders of the system are not among them, nor are those of more than 64 MiB: to
/// decompress all images of NVIDIA's libraries of mathematics takes minutes.
final class LinkedLibraries {

    /// Largest file that is read, in bytes: 64 MiB.
    private static final long LARGEST = 64L << 20;

    /// `DT_NEEDED`, `DT_RPATH`, `DT_RUNPATH`, and the size of an `Elf64_Dyn` in bytes (System V
    /// ABI, "Dynamic Section").
    private static final long NEEDED = 1;

    private static final long RPATH = 15;
    private static final long RUNPATH = 29;
    private static final int ROW = 16;

    private final Path directory;
    private final String libraryPath;
    private final Set<Path> found = new LinkedHashSet<>();

    /// @param directory to which the names of folders are relative
    /// @param libraryPath the value of `LD_LIBRARY_PATH`
    LinkedLibraries(Path directory, String libraryPath) {
        this.directory = directory;
        this.libraryPath = libraryPath;
    }

    /// The libraries of a program, each once, those that it names first.
    List<Path> of(Path program) {
        var left = new ArrayDeque<Path>();
        left.add(program);
        while (!left.isEmpty()) {
            needed(left.remove())
                    .filter(file -> !isLarge(file))
                    .filter(found::add)
                    .forEach(left::add);
        }
        return List.copyOf(found);
    }

    private Stream<Path> needed(Path file) {
        try {
            if (isLarge(file)) {
                return Stream.empty();
            }
            var object = ElfObject.parse(file.toString(), Files.readAllBytes(file));
            var folders =
                    Stream.of(
                                    entries(object, RPATH).stream(),
                                    Stream.of(libraryPath),
                                    entries(object, RUNPATH).stream())
                            .flatMap(paths -> paths)
                            .flatMap(paths -> Stream.of(paths.split(":", -1)))
                            .filter(folder -> !folder.isEmpty())
                            .map(folder -> folder.replace("$ORIGIN", folderOf(file)))
                            .map(folder -> folder.replace("${ORIGIN}", folderOf(file)))
                            .toList();
            return entries(object, NEEDED).stream().flatMap(name -> find(name, folders).stream());
        } catch (IOException | MalformedObjectException | InvalidPathException _) {
            return Stream.empty();
        }
    }

    private static boolean isLarge(Path file) {
        return file.toFile().length() > LARGEST;
    }

    private static String folderOf(Path file) {
        return String.valueOf(file.toAbsolutePath().getParent());
    }

    private Optional<Path> find(String name, List<String> folders) {
        return folders.stream()
                .map(folder -> directory.resolve(folder).resolve(name))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /// The strings of the rows of the dynamic section with a tag.
    private static List<String> entries(ElfObject object, long tag) {
        return object.sections(SectionType.DYNAMIC).stream()
                .flatMap(section -> entries(object, section, tag))
                .toList();
    }

    private static Stream<String> entries(ElfObject object, Section section, long tag) {
        if (section.link() >= object.sections().size()) {
            return Stream.empty();
        }
        byte[] strings = object.sections().get(section.link()).bytes();
        var rows = ByteBuffer.wrap(section.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        var texts = Stream.<String>builder();
        for (int at = 0; at + ROW <= rows.limit(); at += ROW) {
            long offset = rows.getLong(at + Long.BYTES);
            if (rows.getLong(at) == tag && offset >= 0 && offset < strings.length) {
                texts.add(text(strings, (int) offset));
            }
        }
        return texts.build();
    }

    private static String text(byte[] strings, int start) {
        int end = start;
        while (end < strings.length && strings[end] != 0) {
            end++;
        }
        return new String(strings, start, end - start, StandardCharsets.UTF_8);
    }
}
