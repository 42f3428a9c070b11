package org.offloadtck.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.reports.html.HtmlReport;
import org.offloadtck.reports.junit.JUnitReport;
import org.offloadtck.reports.terminal.VerdictTable;

/// The files of a run: `results.json`, `report.html`, `junit.xml` and `verdicts.txt`.
public final class ReportFolder implements RunReports {

    @Override
    public List<Path> write(Path folder, ResultDocument results, Catalogue catalogue) {
        try {
            Files.createDirectories(folder);
            return List.of(
                    Files.writeString(folder.resolve("results.json"), results.toJson()),
                    Files.writeString(
                            folder.resolve("report.html"), HtmlReport.of(results, catalogue)),
                    Files.writeString(folder.resolve("junit.xml"), JUnitReport.of(results)),
                    Files.writeString(
                            folder.resolve("verdicts.txt"), verdictTable(results, catalogue)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String verdictTable(ResultDocument results, Catalogue catalogue) {
        return VerdictTable.of(results, catalogue);
    }
}
