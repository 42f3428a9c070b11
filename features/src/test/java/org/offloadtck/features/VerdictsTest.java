package org.offloadtck.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.data.DataText;

/// The results that [FeaturesTest], which runs before, wrote. Skipped scenarios do not fail a
/// build, so this test fails if most of them were skipped.
class VerdictsTest {

    private static final Path RESULTS = Path.of("target/results.json");

    @Test
    void mostScenariosAreJudged() throws IOException {
        var document = ResultDocument.parse(new DataText("results", Files.readString(RESULTS)));

        assertThat(document.results())
                .filteredOn(result -> result.verdict().kind() != VerdictKind.NOT_RUN)
                .hasSizeGreaterThan(document.results().size() / 2);
    }
}
