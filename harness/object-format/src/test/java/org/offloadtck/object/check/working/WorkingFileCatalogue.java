package org.offloadtck.object.check.working;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The files of the bench: all, or a sample of them that is built within seconds.
///
/// The system property `offloadtck.working-files` has the value `all` for all files. Each release's
/// files are the same, so that a release that a machine lacks leaves gaps but no other bench.
final class WorkingFileCatalogue {

    /// Number of files from one of the sample to the next.
    private static final int STEP = 37;

    private WorkingFileCatalogue() {}

    static boolean isWhole() {
        return System.getProperty("offloadtck.working-files", "").equals("all");
    }

    /// The files to check, in an order in which inputs precede what is made of them.
    static List<WorkingFile> files() {
        var all = ClangRelease.installed().stream().flatMap(WorkingFileCatalogue::of).toList();
        return isWhole() ? all : sample(all);
    }

    private static Stream<WorkingFile> of(ClangRelease release) {
        return Stream.concat(
                new CompiledFiles(release).all().stream(),
                new ProcessedFiles(release).all().stream());
    }

    /// Every [#STEP]th file and what it is made of.
    private static List<WorkingFile> sample(List<WorkingFile> all) {
        var chosen =
                IntStream.range(0, all.size())
                        .filter(index -> index % STEP == 0)
                        .mapToObj(all::get)
                        .toList();
        return all.stream()
                .filter(file ->
                        chosen.contains(file)
                                || chosen.stream()
                                        .anyMatch(one -> one.inputs().contains(file.id())))
                .toList();
    }
}
