package org.offloadtck.object.check.working;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.check.working.WorkingFileBuilder.Built;
import org.offloadtck.object.check.working.WorkingFileBuilder.Result;

/// The files of the bench, built once for all tests of a run.
///
/// The system property `offloadtck.working-files.folder` names a folder that keeps the files for
/// the next run; otherwise they are deleted at the end.
final class BuiltFiles {

    private static Optional<List<Result>> results = Optional.empty();

    private BuiltFiles() {}

    static synchronized List<Result> results() throws IOException {
        if (results.isEmpty()) {
            results =
                    Optional.of(
                            new WorkingFileBuilder(folder()).build(WorkingFileCatalogue.files()));
        }
        return results.get();
    }

    /// The files that were built.
    static List<Built> built() throws IOException {
        return results().stream().filter(Built.class::isInstance).map(Built.class::cast).toList();
    }

    /// The bytes of a thin archive's member.
    static Optional<byte[]> member(Path archive, String name) {
        try {
            return Optional.of(Files.readAllBytes(archive.resolveSibling(name)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Path folder() throws IOException {
        var kept = System.getProperty("offloadtck.working-files.folder", "");
        if (!kept.isEmpty()) {
            return Files.createDirectories(Path.of(kept));
        }
        var folder = Files.createTempDirectory("working-files");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
