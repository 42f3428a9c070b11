package org.offloadtck.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/// Reads the input files of commands.
public final class InputFile {

    private InputFile() {}

    /// Reads the file with the name on the command line.
    ///
    /// @throws UnreadableInputException if it cannot be read, or no file can have the name
    public static byte[] read(String name) {
        try {
            return read(UsageError.path(name));
        } catch (TypeConversionException cause) {
            throw new UnreadableInputException("'" + name + "'", "is no name of a file", cause);
        }
    }

    /// Reads a whole file.
    ///
    /// @throws UnreadableInputException if it cannot be read
    public static byte[] read(Path file) {
        if (Files.isDirectory(file)) {
            throw new UnreadableInputException(
                    file.toString(), "is a folder when it should be a file");
        }
        try {
            return Files.readAllBytes(file);
        } catch (OutOfMemoryError | IOException cause) {
            throw new UnreadableInputException(file.toString(), problem(cause), cause);
        }
    }

    /// Reads a whole file as UTF-8; malformed bytes become U+FFFD, which parsers reject.
    ///
    /// @throws UnreadableInputException if it cannot be read
    public static String readText(Path file) {
        return new String(read(file), UTF_8);
    }

    private static String problem(Throwable cause) {
        return switch (cause) {
            case OutOfMemoryError _ -> "is too long for the memory that Java may use";
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "may not be read by this user";
            default ->
                    "cannot be read: "
                            + Optional.ofNullable(cause.getMessage())
                                    .orElse(cause.getClass().getSimpleName());
        };
    }
}
