package org.offloadtck.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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
            var trace = RunTrace.of(results, catalogue);
            var code = CodePlaces.ofBuild(ReportFolder.class.getClassLoader());
            var files = new LinkedHashMap<String, Consumer<Writer>>();
            files.put("results.json", text(results::writeJson));
            files.put("junit.xml", out -> JUnitReport.write(results, out));
            files.put("results.sarif", text(out -> SarifReport.write(results, catalogue, out)));
            files.put("code-quality.json", text(out -> CodeQuality.write(results, out)));
            files.put("annotations.txt", text(out -> out.write(GitHubReport.annotations(trace))));
            files.put("summary.md", text(out -> out.write(GitHubReport.summary(trace))));
            files.put("verdicts.txt", text(out -> out.write(verdictTable(results, catalogue))));
            files.putAll(ReaderReport.files(results, catalogue, code, form));
            removePages(folder, files.keySet());
            return write(folder, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Writes a file.
    private interface Text {
        void write(Writer out) throws IOException;
    }

    private static Consumer<Writer> text(Text text) {
        return out -> {
            try {
                text.write(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static List<Path> write(Path folder, Map<String, Consumer<Writer>> files)
            throws IOException {
        var written = new ArrayList<Path>();
        for (var file : files.entrySet()) {
            var path = folder.resolve(file.getKey());
            Files.createDirectories(path.toAbsolutePath().getParent());
            try (var out = Files.newBufferedWriter(path)) {
                file.getValue().accept(out);
            }
            written.add(path);
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
