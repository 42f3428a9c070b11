package org.offloadtck.linker.command;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfType;

/// Reads the files that a command line names.
///
/// Files that do not exist are skipped: the word may be the value of an option of the host linker.
/// Shared objects are skipped, because they register their device images themselves.
///
/// @param folder the directory that relative paths start from
record CommandLineInputs(LinkCommandLine line, LibrarySearch search, Path folder) {

    /// Reads the inputs in order.
    ///
    /// @throws LinkException if a library is not found
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if a file begins like a known
    ///   format and breaks it
    List<LinkInput> read() {
        var inputs = new ArrayList<LinkInput>();
        boolean whole = false;
        for (LinkArgument argument : line.arguments()) {
            whole =
                    argument instanceof LinkArgument.WholeArchive
                            || (whole && !(argument instanceof LinkArgument.NoWholeArchive));
            var input = path(argument).flatMap(this::read);
            if (input.isPresent()) {
                inputs.add(
                        whole && input.get() instanceof LinkInput.ArchiveFile archive
                                ? new LinkInput.WholeArchive(archive)
                                : input.get());
            }
        }
        return inputs;
    }

    /// The archives and shared objects that the line names as files.
    List<String> hostLibraries() {
        return line.arguments().stream()
                .filter(LinkArgument.Input.class::isInstance)
                .flatMap(argument -> argument.words().stream())
                .filter(this::isLibrary)
                .toList();
    }

    private boolean isLibrary(String file) {
        var path = folder.resolve(file);
        if (!Files.isRegularFile(path)) {
            return false;
        }
        byte[] bytes = bytes(path);
        return isShared(bytes)
                || switch (FileFormat.of(ObjectBytes.of(file, bytes))) {
                    case ARCHIVE, THIN_ARCHIVE -> true;
                    case ELF, OFFLOAD_BINARY, UNKNOWN -> false;
                };
    }

    /// The existing file that `argument` names.
    private Optional<Path> path(LinkArgument argument) {
        if (argument instanceof LinkArgument.Library(String name)) {
            return Optional.of(search.find(name).orElseThrow(() -> missing(name)));
        }
        return argument instanceof LinkArgument.Input(String file)
                ? Optional.of(folder.resolve(file)).filter(Files::isRegularFile)
                : Optional.empty();
    }

    private LinkException missing(String name) {
        return new LinkException(
                "-l" + name,
                "library",
                LinkRule.LIBRARY,
                "is in none of the folders %s, when one should have lib%s.so or lib%s.a"
                        .formatted(search.folders(), name, name));
    }

    private Optional<LinkInput> read(Path file) {
        byte[] bytes = bytes(file);
        String name = String.valueOf(file.getFileName());
        return isShared(bytes)
                ? Optional.empty()
                : Optional.of(LinkInput.read(name, bytes, member -> thinMember(file, member)));
    }

    private static Optional<byte[]> thinMember(Path archive, String member) {
        return Optional.of(archive.resolveSibling(member))
                .filter(Files::isRegularFile)
                .map(CommandLineInputs::bytes);
    }

    private static boolean isShared(byte[] file) {
        return FileFormat.isElfOf(ElfType.SHARED, MemorySegment.ofArray(file));
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException fault) {
            throw new LinkException(
                    file.toString(),
                    "file",
                    LinkRule.INPUT,
                    "cannot be read (%s), when the command line names it"
                            .formatted(fault.getMessage()),
                    fault);
        }
    }
}
