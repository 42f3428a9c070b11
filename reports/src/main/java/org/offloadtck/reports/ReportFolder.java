package org.offloadtck.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.reports.html.HtmlReport;
import org.offloadtck.reports.junit.JUnitReport;
import org.offloadtck.reports.terminal.VerdictTable;

/// The files a run leaves: `results.json`, `report.html`, `junit.xml` and `verdicts.txt`.
public final class ReportFolder {

    private ReportFolder() {}

    /// Writes all of them, making the folder if need be, and returns their paths.
    public static List<Path> write(Path folder, ResultDocument document, Catalogue catalogue) {
        try {
            Files.createDirectories(folder);
            return List.of(
                    Files.writeString(folder.resolve("results.json"), document.toJson()),
                    Files.writeString(
                            folder.resolve("report.html"), HtmlReport.of(document, catalogue)),
                    Files.writeString(folder.resolve("junit.xml"), JUnitReport.of(document)),
                    Files.writeString(
                            folder.resolve("verdicts.txt"), VerdictTable.of(document, catalogue)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
