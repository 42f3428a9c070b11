package org.offloadtck.scenario.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.conformance.plan.TestSuite.Runner;
import org.offloadtck.scenario.record.ListedScenario;

final class SuiteFeatureTest {

    @TempDir private Path folder = Path.of("");

    private static TestSuite suite(String name, List<String> devices, String... tests) {
        return new TestSuite(
                name,
                Runner.COMMANDS,
                devices,
                List.of(),
                1,
                "/",
                List.of(tests).stream()
                        .map(test -> new TestSuite.Test(test, List.of("true")))
                        .toList());
    }

    @Test
    void everyTestIsAScenarioOnEveryDevice() {
        var listed =
                new SuiteFeature(
                                List.of(
                                        suite("one", List.of("t4", "h100"), "a", "b"),
                                        suite("two", List.of("t4"), "a")))
                        .scenarios(folder);

        assertThat(listed)
                .extracting(each -> each.tagged().title())
                .containsExactly(
                        "a of one passes on the simulated t4",
                        "b of one passes on the simulated t4",
                        "a of one passes on the simulated h100",
                        "b of one passes on the simulated h100",
                        "a of two passes on the simulated t4");
        assertThat(listed)
                .extracting(each -> each.record().feature())
                .containsOnly("features/executable-run/suites.feature");
    }

    @Test
    void anyNameOfATestIsKept() {
        var names = new String[] {"a | b", "back\\slash\\n", "<test>", "# no comment", "'q\" ä"};

        assertThat(new SuiteFeature(List.of(suite("s", List.of("t4"), names))).scenarios(folder))
                .extracting(SuiteFeatureTest::test)
                .containsExactly(names);
    }

    private static String test(ListedScenario scenario) {
        return scenario.steps().get(1).split(": ", 2)[1];
    }

    @Test
    void noSuiteHasNoScenario() {
        assertThat(new SuiteFeature(List.of()).scenarios(folder)).isEmpty();
    }
}
