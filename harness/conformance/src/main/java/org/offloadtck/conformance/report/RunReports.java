package org.offloadtck.conformance.report;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.ResultDocument;

/// Renders the results of one run: as files, and as a table for the terminal.
///
/// The module that renders reports provides the implementation in a service file of this interface.
public interface RunReports {

    /// The file of a report that lists the scenarios of its run: a sorted line for each, as
    /// [org.offloadtck.conformance.result.ResultIdentity#exampleKey] gives it.
    String PLAN = "plan.txt";

    /// Forms of the report for readers. Both show the same.
    enum Form {
        /// `index.html` and a page for everything that has a name.
        SITE,
        /// `report.html`, one page to send or to file.
        SINGLE_FILE
    }

    /// The implementation on the class path.
    ///
    /// @throws IllegalStateException if there is none
    static RunReports installed() {
        return ServiceLoader.load(RunReports.class)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("no report module is on the class path"));
    }

    /// Writes every report file.
    ///
    /// @param folder created if it does not exist
    /// @param form of the report for readers
    /// @return the files; the report for readers starts at `index.html` or is `report.html`
    /// @throws UncheckedIOException if a file cannot be written
    List<Path> write(Path folder, ResultDocument results, Catalogue catalogue, Form form);

    /// The verdicts as lines for a terminal.
    String verdictTable(ResultDocument results, Catalogue catalogue);
}
