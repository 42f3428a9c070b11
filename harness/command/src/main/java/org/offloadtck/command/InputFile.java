package org.offloadtck.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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
            throw folder(file);
        }
        try {
            return Files.readAllBytes(file);
        } catch (OutOfMemoryError | IOException cause) {
            throw unreadable(file, cause);
        }
    }

    /// Reads a whole file as UTF-8; malformed bytes become U+FFFD, which parsers reject.
    ///
    /// @throws UnreadableInputException if it cannot be read
    public static String readText(Path file) {
        return new String(read(file), UTF_8);
    }

    /// What `reading` makes of the text of a file, of which it need not hold all at once.
    ///
    /// @param reading may throw an [UncheckedIOException]; bytes that are not UTF-8 are U+FFFD
    /// @throws UnreadableInputException if the file cannot be read
    public static <T> T readText(Path file, Function<Reader, T> reading) {
        if (Files.isDirectory(file)) {
            throw folder(file);
        }
        try (var text = new InputStreamReader(Files.newInputStream(file), UTF_8)) {
            return reading.apply(text);
        } catch (UncheckedIOException cause) {
            throw unreadable(file, Objects.requireNonNull(cause.getCause()));
        } catch (OutOfMemoryError | IOException cause) {
            throw unreadable(file, cause);
        }
    }

    private static UnreadableInputException folder(Path file) {
        return new UnreadableInputException(
                file.toString(), "is a folder when it should be a file");
    }

    private static UnreadableInputException unreadable(Path file, Throwable cause) {
        return new UnreadableInputException(file.toString(), problem(cause), cause);
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
