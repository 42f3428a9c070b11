package org.offloadtck.object.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ContractsPageTest {

    @Test
    void theCheckedInPageIsThatOfTheRules() throws IOException {
        assertThat(Files.readString(Path.of("../../docs/contracts.md")))
                .as("copy harness/cli/target/docs/contracts.md to docs/contracts.md")
                .isEqualTo(ContractsPage.text());
    }

    @Test
    void aWarningSaysWhyItIsNoError() {
        assertThat(Rule.all())
                .filteredOn(rule -> rule.severity() == Severity.WARNING)
                .allSatisfy(rule ->
                        assertThat(rule.contract().consequence())
                                .as(rule.id())
                                .containsPattern("[;:] | unless "));
    }
}
