package org.offloadtck.implementation.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// The hash and the permissions of each file of an entry, and the permissions of each folder. The
/// first line is the hash of the others.
///
/// @param file of the manifest
/// @param folder of the entry
record EntryManifest(Path file, Path folder) {

    /// Whether the folder has exactly the files and folders that the manifest lists.
    boolean matches() {
        try {
            return Files.isRegularFile(file) && Files.readString(file).equals(text());
        } catch (IOException | UncheckedIOException _) {
            return false;
        }
    }

    /// Writes the manifest of what the folder has.
    void write() throws IOException {
        var written = Files.createTempFile(file.resolveSibling(""), "manifest-", ".tmp");
        try {
            Files.writeString(written, text());
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private String text() throws IOException {
        String lines;
        try (var parts = Files.walk(folder)) {
            var text = new StringBuilder();
            for (var each : parts.skip(1).sorted().toList()) {
                text.append(line(each));
            }
            lines = text.toString();
        }
        return BuildKey.sha256(lines.getBytes(UTF_8)) + "\n" + lines;
    }

    private String line(Path each) throws IOException {
        return "%s %s %s\n"
                .formatted(
                        Files.isDirectory(each)
                                ? "folder"
                                : BuildKey.sha256(Files.readAllBytes(each)),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(each)),
                        folder.relativize(each));
    }
}
