package org.offloadtck.scenario.record;

import io.cucumber.core.options.CommandlineOptionsParser;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.ConcurrentEventListener;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.offloadtck.scenario.record.ScenarioSelection.Candidate;

/// A run of the scenarios on the class path, in this process. Selections add up: a scenario runs if
/// all of them select it.
public final class ScenarioRun {

    /// The package below which Cucumber looks for step classes.
    public static final String GLUE = "org.offloadtck.scenario";

    private static final String FEATURES = "classpath:features";

    /// Starts of the steps that set an ABI profile and a toolchain.
    private static final String PROFILE = "the ABI profile ";

    private static final String TOOLCHAIN = "the toolchain ";

    /// The end of the title of a scenario about a deviation.
    private static final Pattern DEVIATION = Pattern.compile("\\bas D\\d+");

    private final List<String> options = new ArrayList<>(List.of("--glue", GLUE));
    private Optional<Predicate<Candidate>> wanted = Optional.empty();
    private Optional<JudgedToolchain> judged = Optional.empty();

    /// Selects the scenarios by a tag expression of Cucumber.
    public ScenarioRun selecting(String tags) {
        options.addAll(List.of("--tags", tags));
        return this;
    }

    /// Selects the scenarios that set one of `profiles`.
    public ScenarioRun under(List<String> profiles) {
        var steps = profiles.stream().map(PROFILE::concat).toList();
        return among(scenario -> !Collections.disjoint(scenario.steps(), steps));
    }

    /// Selects the scenarios in which the toolchain `id` of the corpus builds programs.
    public ScenarioRun building(String id) {
        return among(scenario -> scenario.steps().contains(TOOLCHAIN + id));
    }

    /// Selects the scenarios in which `judged.named()` builds programs, and builds them with the
    /// judged toolchain. Scenarios that state what a release does wrong are left out.
    public ScenarioRun building(JudgedToolchain judged) {
        this.judged = Optional.of(judged);
        return among(scenario ->
                scenario.steps().contains(TOOLCHAIN + judged.named())
                        && !DEVIATION.matcher(scenario.title()).find());
    }

    /// Selects the scenarios of the kit's own pipeline, in which no toolchain builds programs.
    public ScenarioRun withoutToolchains() {
        return among(scenario ->
                scenario.steps().stream().noneMatch(step -> step.startsWith(TOOLCHAIN)));
    }

    /// Selects these scenarios and examples.
    public ScenarioRun of(Set<ExampleOfScenario> examples) {
        return among(scenario -> examples.contains(scenario.example()));
    }

    private ScenarioRun among(Predicate<Candidate> also) {
        wanted = Optional.of(wanted.map(already -> already.and(also)).orElse(also));
        return this;
    }

    /// Lists the scenarios without executing steps.
    public ScenarioRun listing() {
        options.add("--dry-run");
        return this;
    }

    /// Runs the scenarios and returns when the last one has ended. Prints nothing. Runs none if
    /// none is selected.
    ///
    /// @param listeners receive Cucumber's events
    public void run(ConcurrentEventListener... listeners) {
        var features = wanted.map(ScenarioRun::places).orElse(List.of(FEATURES));
        if (!features.isEmpty()) {
            judged.ifPresentOrElse(
                    toolchain -> toolchain.during(() -> execute(features, listeners)),
                    () -> execute(features, listeners));
        }
    }

    private static List<String> places(Predicate<Candidate> wanted) {
        var listed = new ScenarioSelection(wanted);
        new ScenarioRun().listing().run(listed);
        return listed.places();
    }

    private void execute(List<String> features, ConcurrentEventListener... listeners) {
        options.addAll(features);
        var parsed =
                new CommandlineOptionsParser(OutputStream.nullOutputStream())
                        .parse(options.toArray(String[]::new))
                        .build();
        Supplier<ClassLoader> loader = ScenarioRun.class::getClassLoader;
        Runtime.builder()
                .withRuntimeOptions(parsed)
                .withClassLoader(loader)
                .withAdditionalPlugins(listeners)
                .build()
                .run();
    }
}
