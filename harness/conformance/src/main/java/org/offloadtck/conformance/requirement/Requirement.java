package org.offloadtck.conformance.requirement;

import java.util.List;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Quote;

/// One sentence that an implementation must satisfy.
///
/// @param id stage prefix and number: `OE-01`; scenarios carry it as a tag
/// @param tests the kinds of test it needs
/// @param profiles ids of the ABI profiles in which it holds, all of them spelled out
/// @param deviations ids of the known departures of implementations from it
/// @param untested why no scenario tests it; empty when scenarios do
public record Requirement(
        String id,
        Stage stage,
        Quote quote,
        Strength strength,
        List<TestKind> tests,
        List<String> profiles,
        List<String> deviations,
        String untested) {

    public Requirement {
        tests = List.copyOf(tests);
        profiles = List.copyOf(profiles);
        deviations = List.copyOf(deviations);
    }

    /// The file of a stage's requirements, below the specification folder.
    static String source(Stage stage) {
        return "requirements/%s.yaml".formatted(stage.id());
    }

    /// The file that has it, below the specification folder.
    public String source() {
        return source(stage);
    }
}
