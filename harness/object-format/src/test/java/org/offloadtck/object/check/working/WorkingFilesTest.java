package org.offloadtck.object.check.working;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.check.working.WorkingFileBuilder.Built;
import org.offloadtck.object.check.working.WorkingFileBuilder.Result;
import org.offloadtck.object.check.working.WorkingFileBuilder.Unbuilt;
import org.offloadtck.object.profile.AbiProfiles;

/// `check` finds no error in files that work. `docs/contributing.md`, "The bench of working files",
/// describes how all of them are built.
class WorkingFilesTest {

    /// The file that gets the figures of a whole bench.
    private static final Path FIGURES = Path.of("target/working-files.csv");

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @Test
    void containNoError() throws IOException {
        var results = BuiltFiles.results();
        assumeTrue(!results.isEmpty(), "no clang with its offloading tools is installed");
        var errors = new ArrayList<String>();
        var figures = new TreeMap<String, Integer>();
        for (var result : results) {
            figures.merge(row(result), 1, Integer::sum);
            if (result instanceof Built built) {
                errors(built).forEach(errors::add);
            }
        }
        if (WorkingFileCatalogue.isWhole()) {
            write(figures);
        }

        assertThat(errors).isEmpty();
    }

    private static void write(SortedMap<String, Integer> figures) throws IOException {
        var lines = new ArrayList<>(List.of("producer,form,options,verdict,files"));
        figures.forEach((row, files) -> lines.add(row + "," + files));
        Files.createDirectories(FIGURES.toAbsolutePath().getParent());
        Files.write(FIGURES, lines);
    }

    /// The columns of the figures before the number of files.
    private static String row(Result result) {
        var verdict =
                switch (result) {
                    case Built built -> verdict(check(built));
                    case Unbuilt(_, var why) -> "not built: " + why.replaceAll("[,\"].*", "");
                };
        var file = result.file();
        return String.join(
                ",", file.producer(), file.form(), '"' + file.options() + '"', '"' + verdict + '"');
    }

    private static String verdict(FileReport report) {
        if (findings(report).anyMatch(finding -> finding.rule().severity() == Severity.ERROR)) {
            return "error";
        }
        var warning =
                findings(report)
                        .filter(finding -> finding.rule().severity() == Severity.WARNING)
                        .findFirst();
        return warning.map(finding -> "warning: " + finding.rule().id())
                .orElseGet(() -> withoutFinding(report));
    }

    private static String withoutFinding(FileReport report) {
        return switch (report) {
            case FileReport.Artifact(var object) ->
                    object.unjudged().isEmpty() ? "no finding" : "no finding; a part not judged";
            case FileReport.Module _, FileReport.Together _ -> "no finding";
            case FileReport.Archive(_, var members, _) ->
                    members.stream()
                            .map(WorkingFilesTest::withoutFinding)
                            .findFirst()
                            .orElse("no member");
            case FileReport.NotAnArtifact _ -> "no offload artifact";
            case FileReport.UnknownFormat _ -> "unknown format";
            case FileReport.NotJudged _ -> "not judged";
            case FileReport.Unreadable _ -> "error";
        };
    }

    private static Stream<String> errors(Built built) {
        return findings(check(built))
                .filter(finding -> finding.rule().severity() == Severity.ERROR)
                .map(finding ->
                        "%s (%s): %s: %s"
                                .formatted(
                                        built.file().id(),
                                        String.join(" ", built.file().command()),
                                        finding.rule().id(),
                                        finding.problem()));
    }

    private static Stream<Finding> findings(FileReport report) {
        return report.findings().stream();
    }

    private static FileReport check(Built built) {
        try {
            var bytes = Files.readAllBytes(built.path());
            return CHECK.check(
                    built.path().toString(),
                    bytes,
                    member -> BuiltFiles.member(built.path(), member));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
