package org.offloadtck.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/// Signals an input file that cannot be read at all: `z.o: there is no such file`.
public final class UnreadableInputException extends RuntimeException {

    private UnreadableInputException(Object file, String problem) {
        super(file + ": " + problem);
    }

    /// Reads the whole of the file of that name.
    public static byte[] read(String name) {
        try {
            return read(UsageError.path(name));
        } catch (TypeConversionException fault) {
            throw new UnreadableInputException("'" + name + "'", "is no name of a file");
        }
    }

    /// Reads the whole of `file`.
    public static byte[] read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new UnreadableInputException(file, "is a folder when it should be a file");
            }
            return Files.readAllBytes(file);
        } catch (OutOfMemoryError _) {
            throw new UnreadableInputException(
                    file, "is too long for the memory that Java may use");
        } catch (NoSuchFileException _) {
            throw new UnreadableInputException(file, "there is no such file");
        } catch (AccessDeniedException _) {
            throw new UnreadableInputException(file, "may not be read by this user");
        } catch (IOException fault) {
            throw new UnreadableInputException(file, "cannot be read: " + reason(fault));
        }
    }

    private static String reason(IOException fault) {
        return Optional.ofNullable(fault.getMessage()).orElse(fault.getClass().getSimpleName());
    }

    /// Reads the whole of `file` as UTF-8; what is not becomes U+FFFD, for the reader to refuse.
    public static String readText(Path file) {
        return new String(read(file), UTF_8);
    }
}
