package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Signals an input file that cannot be read at all: `z.o: there is no such file`.
final class UnreadableInputException extends RuntimeException {

    private UnreadableInputException(Path file, String problem) {
        super(file + ": " + problem);
    }

    /// Reads the whole of `file`.
    static byte[] read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new UnreadableInputException(file, "is a folder when it should be a file");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            throw new UnreadableInputException(file, "there is no such file");
        } catch (AccessDeniedException _) {
            throw new UnreadableInputException(file, "may not be read by this user");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Reads the whole of `file` as UTF-8; what is not becomes U+FFFD, for the reader to refuse.
    static String readText(Path file) {
        return new String(read(file), UTF_8);
    }
}
