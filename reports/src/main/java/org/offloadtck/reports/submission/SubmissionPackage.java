package org.offloadtck.reports.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataText;

/// A report folder as a package.
///
/// @param document its results
/// @param problems why it is not complete; empty if it is
/// @param bytes of the archive
@SuppressWarnings("ArrayRecordComponent") // never compared
record SubmissionPackage(ResultDocument document, List<String> problems, byte[] bytes) {

    static final String RESULTS = "results.json";

    /// The package of a report.
    ///
    /// @throws org.offloadtck.command.UnreadableInputException if a file cannot be read
    /// @throws org.offloadtck.data.DataException if its results cannot be read
    static SubmissionPackage of(Path report) {
        var results = InputFile.readText(report.resolve(RESULTS));
        var plan = InputFile.readText(report.resolve(RunReports.PLAN));
        var document =
                ResultDocument.parse(new DataText(report.resolve(RESULTS).toString(), results));
        var files = files(report);
        return new SubmissionPackage(
                document,
                RunPlan.problems(plan, document),
                StoredArchive.write(PackageManifest.of(document, files).toJson(), files));
    }

    private static SortedMap<String, byte[]> files(Path report) {
        var files = new TreeMap<String, byte[]>();
        try (var paths = Files.walk(report)) {
            paths.filter(Files::isRegularFile)
                    .forEach(path -> {
                        var name = report.relativize(path).toString().replace('\\', '/');
                        files.put(name, InputFile.read(path));
                    });
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return files;
    }
}
