package org.offloadtck.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Writes the output files of commands.
public final class OutputFile {

    private OutputFile() {}

    /// Creates or replaces a file.
    ///
    /// @throws UnwritableOutputException if it cannot be written
    public static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException cause) {
            throw unwritable(file, cause);
        }
    }

    /// Replaces a file in one step: whoever reads it sees the old bytes or the new ones, and a
    /// failure leaves the old ones. Several processes may replace it at the same time.
    ///
    /// @throws UnwritableOutputException if it cannot be written
    public static void replace(Path file, byte[] bytes) {
        // The file itself, not a link that leads to it, is replaced.
        var target = Files.exists(file) ? real(file) : file.toAbsolutePath();
        var next =
                target.resolveSibling(
                        ".%s.%s.new".formatted(target.getFileName(), UUID.randomUUID()));
        try {
            Files.write(next, bytes);
            Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException cause) {
            throw unwritable(file, cause);
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException cause) {
            throw unwritable(file, cause);
        }
    }

    /// Creates a folder, unless there is one.
    ///
    /// @throws UnwritableOutputException if it cannot be created
    public static void createFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException cause) {
            throw unwritable(folder, cause);
        }
    }

    /// The exception for a failure to create something in a directory.
    public static UnwritableOutputException unwritable(Path folder, UncheckedIOException failure) {
        return unwritable(folder, Objects.requireNonNull(failure.getCause()));
    }

    private static UnwritableOutputException unwritable(Path file, IOException cause) {
        return new UnwritableOutputException(file.toString(), reason(file, cause), cause);
    }

    private static String reason(Path file, IOException cause) {
        return switch (cause) {
            case NoSuchFileException _ -> missing(file.toAbsolutePath());
            case AccessDeniedException _ -> "this user may not";
            case FileAlreadyExistsException _ -> "it is a file when it should be a folder";
            case FileSystemException failure ->
                    Objects.requireNonNullElse(
                            failure.getReason(), failure.getClass().getSimpleName());
            default ->
                    Optional.ofNullable(cause.getMessage())
                            .orElse(cause.getClass().getSimpleName());
        };
    }

    private static String missing(Path file) {
        var folder = file.getParent();
        return folder == null || Files.isDirectory(folder)
                ? "there can be no such file"
                : "there is no folder " + folder;
    }
}
