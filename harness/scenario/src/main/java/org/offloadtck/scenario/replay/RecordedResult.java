package org.offloadtck.scenario.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// A result of a report.
///
/// @param file where the report has it
public record RecordedResult(Path file, ResultDocument document, Result result) {

    /// Finds a result by its short id.
    ///
    /// @param report a folder with `results.json`; with the folder of the result's replay, which is
    ///   preferred, or that folder itself
    /// @return empty if the report has no such result
    /// @throws DataException if the file is no result document
    /// @throws org.offloadtck.command.UnreadableInputException if it cannot be read
    public static Optional<RecordedResult> find(Path report, String id) {
        var own = report.resolve("replay").resolve(id).resolve("results.json");
        var file = Files.exists(own) ? own : report.resolve("results.json");
        var document =
                ResultDocument.parse(new DataText(file.toString(), InputFile.readText(file)));
        return document.results().stream()
                .filter(result -> result.identity().shortId().equals(id))
                .findFirst()
                .map(result -> new RecordedResult(file, document, result));
    }
}
