package org.offloadtck.conformance.result;

import java.util.List;
import org.offloadtck.conformance.Stage;

/// A scenario that took part in a run, as its feature file has it.
///
/// @param feature the file, as `features/offload-entries/table.feature`
/// @param line where the scenario starts, from 1
/// @param steps its lines, with the names of parameters in angle brackets
public record ScenarioRecord(
        ScenarioId id, Stage stage, String title, String feature, long line, List<String> steps) {

    public ScenarioRecord {
        steps = List.copyOf(steps);
    }

    /// `features/offload-entries/table.feature:12`.
    public String place() {
        return "%s:%d".formatted(feature, line);
    }
}
