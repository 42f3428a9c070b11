package org.offloadtck.conformance.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Quote;
import org.offloadtck.data.Problem;

class CoverageTest {

    private static final Catalogue CATALOGUE =
            new Catalogue(
                    List.of("documented"),
                    List.of(),
                    List.of(),
                    List.of(requirement("OE-01", ""), requirement("OE-02", "needs a compiler")),
                    List.of());

    @Test
    void acceptsScenariosThatSpeakForEveryRequirement() {
        assertThat(problems(scenario("@OE-01", "@slow"))).isEmpty();
    }

    @Test
    void reportsATagThatNamesNoRequirement() {
        assertThat(problems(scenario("@OE-01", "@OE-9")))
                .containsExactly("a.feature: counts: tag is @OE-9, which no requirement has");
    }

    @Test
    void reportsAScenarioThatSpeaksForNothing() {
        assertThat(problems(scenario("@OE-01"), scenario("@slow")))
                .containsExactly("a.feature: counts: has no tag that names a requirement");
    }

    @Test
    void reportsARequirementNoScenarioTests() {
        assertThat(problems())
                .containsExactly(
                        "requirements/offload-entries.yaml: OE-01: no scenario tests it and no"
                                + " untested says why");
    }

    @Test
    void reportsAnExcuseThatIsNotNeeded() {
        assertThat(problems(scenario("@OE-01", "@OE-02")))
                .containsExactly(
                        "requirements/offload-entries.yaml: OE-02: untested is given when a"
                                + " scenario tests it");
    }

    private static List<String> problems(TaggedScenario... scenarios) {
        return Coverage.problems(CATALOGUE, List.of(scenarios)).stream()
                .map(Problem::toString)
                .toList();
    }

    private static TaggedScenario scenario(String... tags) {
        return new TaggedScenario("a.feature", 3, "counts", List.of(tags));
    }

    private static Requirement requirement(String id, String untested) {
        return new Requirement(
                id,
                Stage.OFFLOAD_ENTRIES,
                new Quote("quote", "kit", "Section", ""),
                Strength.MUST,
                List.of(TestKind.FORMAT),
                List.of("documented"),
                List.of(),
                untested);
    }
}
