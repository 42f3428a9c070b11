package org.offloadtck.scenario.record;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/// Copies of the files of scenarios that failed: a folder for each result, in it one for each
/// folder of its scenario.
///
/// @param root has the folders of the results, by [their short
///   ids][org.offloadtck.conformance.result.ResultIdentity#shortId]
record FailedFiles(Path root) {

    /// The size of the greatest file that is kept, in bytes: a compiler that writes without end
    /// must not fill the disk twice.
    private static final long GREATEST = 64L << 20;

    /// Copies the folders of a scenario. What cannot be read or written is left out: the verdict
    /// does not depend on it.
    ///
    /// @param id of the result
    /// @param folders paths by name; those that do not exist are left out
    void keep(String id, Map<String, String> folders) {
        folders.forEach((name, path) -> copy(Path.of(path), root.resolve(id).resolve(name)));
    }

    private static void copy(Path from, Path to) {
        if (!Files.isDirectory(from)) {
            return;
        }
        try {
            Files.walkFileTree(from, new Copy(from, to));
        } catch (IOException _) {
            // The copy is not whole.
        }
    }

    private static final class Copy extends SimpleFileVisitor<Path> {

        private final Path from;
        private final Path to;

        Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                throws IOException {
            Files.createDirectories(target(folder));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean fits = attributes.isRegularFile() && attributes.size() <= GREATEST;
            if (fits || attributes.isSymbolicLink()) {
                try {
                    Files.copy(
                            file,
                            target(file),
                            LinkOption.NOFOLLOW_LINKS,
                            StandardCopyOption.COPY_ATTRIBUTES,
                            StandardCopyOption.REPLACE_EXISTING);
                } catch (IOException _) {
                    // Another scenario with the same build removed the file, or the disk is full.
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException fault) {
            return FileVisitResult.CONTINUE;
        }

        private Path target(Path file) {
            return to.resolve(from.relativize(file).toString());
        }
    }
}
