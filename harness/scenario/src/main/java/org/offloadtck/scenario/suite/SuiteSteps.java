package org.offloadtck.scenario.suite;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.emulated.EmulatedOutcome;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.scenario.executable.ExecutablePlatform;
import org.offloadtck.scenario.record.VerdictError;
import org.offloadtck.scenario.world.World;
import org.opentest4j.TestAbortedException;

/// Steps about tests of a user's suite.
public final class SuiteSteps {

    /// The start of the report of `exec`.
    private static final String REPORT = "offload-tck: ";

    /// The option of `exec` that permits programs to run no kernel.
    private static final String HOST_FALLBACK = "--allow-host-fallback";

    private static volatile Map<String, TestSuite> suites = Map.of();

    private final World world;
    private final ExecutablePlatform driver;
    private Optional<TestSuite> suite = Optional.empty();
    private String device = "";
    private Optional<EmulatedOutcome> outcome = Optional.empty();

    public SuiteSteps(World world, ExecutablePlatform driver) {
        this.world = world;
        this.driver = driver;
    }

    /// Uses these suites for the scenarios that run from now on in this process.
    public static void use(List<TestSuite> known) {
        suites = known.stream().collect(Collectors.toMap(TestSuite::name, each -> each));
    }

    @Given("the suite {word} on the simulated {word}")
    public void theSuite(String name, String on) {
        device = on;
        suite = Optional.ofNullable(suites.get(name));
        world.use(
                ImplementationIdentity.of(TestSuite.IMPLEMENTATION + name),
                new DeviceIdentity(driver.identity().device(), on));
    }

    @When("its test runs under the emulated driver: {}")
    public void itsTestRuns(String name) {
        var run = suite();
        var test =
                run.tests().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no test " + name));
        var options = new ArrayList<>(List.of("--device", device));
        options.addAll(run.options());
        var ended =
                driver.run(
                        new ProgramCommand(
                                name, test.words(), Path.of(run.folder()), new TreeMap<>()),
                        new Setting(options, Map.of(), Duration.ofSeconds(run.seconds())));
        ended.evidence().forEach(world::attach);
        if (ended.report().cycles() > 0) {
            var cycles =
                    new Metric("cycles", ended.report().cycles(), "cycles", Metric.Exactness.EXACT);
            world.attach(new Evidence.Measurements("%s: time".formatted(name), List.of(cycles)));
        }
        outcome = Optional.of(ended);
    }

    /// Requires that the test passed, that there are no findings, and that a kernel ran.
    ///
    /// @throws TestAbortedException if the runner left the test out
    /// @throws VerdictError if the test does not pass
    @Then("it passes without findings")
    public void itPasses() {
        var ended = outcome.orElseThrow();
        var findings = findings(ended);
        if (!ended.result().ending().isSuccess()) {
            throw new VerdictError(failure(ended, findings));
        }
        leftOut(ended.result().output())
                .ifPresent(reason -> {
                    throw new TestAbortedException(reason);
                });
        if (!findings.isEmpty()) {
            throw new VerdictError(Verdict.of(VerdictKind.FAIL_RUNTIME, findings));
        }
        if (ended.report().total() == 0 && !suite().options().contains(HOST_FALLBACK)) {
            throw new VerdictError(
                    Verdict.of(
                            VerdictKind.HOST_FALLBACK,
                            "the driver launched no kernel of %s; the option %s permits it"
                                    .formatted(ended.name(), HOST_FALLBACK)));
        }
    }

    private static Verdict failure(EmulatedOutcome ended, String findings) {
        var verdict = ended.ending();
        var reason =
                Stream.of(verdict.reason(), findings, ownError(ended))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("; "));
        return verdict.withReason(reason);
    }

    /// `2 findings: race`; empty if there are none.
    private static String findings(EmulatedOutcome ended) {
        var found = ended.report().findings();
        return found.isEmpty()
                ? ""
                : "%d findings: %s"
                        .formatted(
                                found.size(),
                                String.join(", ", found.stream().distinct().toList()));
    }

    /// The first line of the test's standard error, before the report of the driver.
    private static String ownError(EmulatedOutcome ended) {
        return ended.result()
                .errors()
                .lines()
                .takeWhile(line -> !line.startsWith(REPORT))
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("");
    }

    /// Why the runner left the test out, with which it ends successfully: the lines of ctest(1)
    /// 3.25 and of lit 14.
    private Optional<String> leftOut(String output) {
        return switch (suite().runner()) {
            case COMMANDS -> Optional.empty();
            case CTEST ->
                    output.lines()
                            .filter(line ->
                                    line.contains("***Skipped") || line.contains("***Not Run"))
                            .findFirst();
            case LIT ->
                    output.lines()
                            .filter(line ->
                                    line.startsWith("UNSUPPORTED: ")
                                            || line.startsWith("EXCLUDED: "))
                            .findFirst();
        };
    }

    private TestSuite suite() {
        return suite.orElseThrow(() -> new IllegalStateException("no suite is known"));
    }
}
