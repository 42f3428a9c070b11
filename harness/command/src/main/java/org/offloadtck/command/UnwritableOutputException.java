package org.offloadtck.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/// Signals a file that a command was to make and could not write: `out/z.o: cannot be written:
/// there is no folder out`.
public final class UnwritableOutputException extends RuntimeException {

    private UnwritableOutputException(Path file, IOException fault) {
        super("%s: cannot be written: %s".formatted(file, reason(file, fault)), fault);
    }

    /// Of a folder that something could not be made in.
    public static UnwritableOutputException of(Path folder, UncheckedIOException fault) {
        return new UnwritableOutputException(folder, Objects.requireNonNull(fault.getCause()));
    }

    /// Makes `file` of `bytes`.
    public static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException fault) {
            throw new UnwritableOutputException(file, fault);
        }
    }

    private static String reason(Path file, IOException fault) {
        return switch (fault) {
            case NoSuchFileException _ -> missing(file.toAbsolutePath());
            case AccessDeniedException _ -> "this user may not";
            case FileSystemException refused ->
                    Objects.requireNonNullElse(
                            refused.getReason(), refused.getClass().getSimpleName());
            default ->
                    Optional.ofNullable(fault.getMessage())
                            .orElse(fault.getClass().getSimpleName());
        };
    }

    private static String missing(Path file) {
        var folder = file.getParent();
        return folder == null || Files.isDirectory(folder)
                ? "there can be no such file"
                : "there is no folder " + folder;
    }
}
