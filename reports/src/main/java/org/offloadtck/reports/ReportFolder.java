package org.offloadtck.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.reports.exchange.CodeQuality;
import org.offloadtck.reports.exchange.GitHubReport;
import org.offloadtck.reports.exchange.SarifReport;
import org.offloadtck.reports.junit.JUnitReport;
import org.offloadtck.reports.site.ReaderReport;
import org.offloadtck.reports.terminal.VerdictTable;
import org.offloadtck.reports.trace.RunTrace;

/// The files of a run: `results.json`, the report for readers, `verdicts.txt` for the terminal, and
/// the formats of build servers and code hosts: `junit.xml`, `results.sarif`, `code-quality.json`,
/// `annotations.txt` and `summary.md`.
public final class ReportFolder implements RunReports {

    /// A page of a site, in its folder or in one below.
    private static final Pattern PAGE = Pattern.compile("([a-z]+/)?[A-Za-z0-9._-]+\\.html");

    @Override
    public List<Path> write(Path folder, ResultDocument results, Catalogue catalogue, Form form) {
        try {
            Files.createDirectories(folder);
            var written = new ArrayList<Path>();
            written.add(writeResults(folder, results));
            var trace = RunTrace.of(results, catalogue);
            var code = CodePlaces.ofBuild(ReportFolder.class.getClassLoader());
            var files = new LinkedHashMap<String, Supplier<String>>();
            files.put("junit.xml", () -> JUnitReport.of(results));
            files.put("results.sarif", () -> SarifReport.of(results, catalogue));
            files.put("code-quality.json", () -> CodeQuality.of(results));
            files.put("annotations.txt", () -> GitHubReport.annotations(trace));
            files.put("summary.md", () -> GitHubReport.summary(trace));
            files.put("verdicts.txt", () -> verdictTable(results, catalogue));
            files.putAll(ReaderReport.files(results, catalogue, code, form));
            removePages(folder, files.keySet());
            written.addAll(write(folder, files));
            return written;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path writeResults(Path folder, ResultDocument results) throws IOException {
        var file = folder.resolve("results.json");
        try (var out = Files.newBufferedWriter(file)) {
            results.writeJson(out);
        }
        return file;
    }

    private static List<Path> write(Path folder, Map<String, Supplier<String>> files)
            throws IOException {
        var written = new ArrayList<Path>();
        for (var file : files.entrySet()) {
            var path = folder.resolve(file.getKey());
            Files.createDirectories(path.toAbsolutePath().getParent());
            written.add(Files.writeString(path, file.getValue().get()));
        }
        return written;
    }

    /// Removes the pages that an earlier run wrote into the folder and this run does not.
    private static void removePages(Path folder, Set<String> kept) throws IOException {
        var list = folder.resolve(ReaderReport.LIST);
        if (Files.exists(list)) {
            for (var name : Files.readAllLines(list)) {
                if (!kept.contains(name) && PAGE.matcher(name).matches()) {
                    Files.deleteIfExists(folder.resolve(name));
                }
            }
        }
    }

    @Override
    public String verdictTable(ResultDocument results, Catalogue catalogue) {
        return VerdictTable.of(results, catalogue);
    }
}
