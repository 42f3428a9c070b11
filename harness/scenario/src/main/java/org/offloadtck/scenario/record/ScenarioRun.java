package org.offloadtck.scenario.record;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.cucumber.core.options.CommandlineOptionsParser;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.ConcurrentEventListener;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;

/// A run of scenarios in this process.
///
/// @param scenarios to run
/// @param judged the toolchain that takes the place of the one that the scenarios name
/// @param jobs the most scenarios that run at a time
/// @param seed of the order in which they start; that of the feature files without one
public record ScenarioRun(
        List<ListedScenario> scenarios,
        Optional<JudgedToolchain> judged,
        int jobs,
        OptionalLong seed) {

    /// The package below which Cucumber looks for step classes.
    public static final String GLUE = "org.offloadtck.scenario";

    private static final String FEATURES = "classpath:features";

    /// Inherited by the threads in which Cucumber runs scenarios.
    private static final ThreadLocal<Optional<ScenarioRun>> CURRENT =
            new InheritableThreadLocal<Optional<ScenarioRun>>() {
                @Override
                protected Optional<ScenarioRun> initialValue() {
                    return Optional.empty();
                }
            };

    public ScenarioRun {
        scenarios = List.copyOf(scenarios);
    }

    /// The run whose scenario this thread executes. There is none in a process that only Cucumber
    /// started.
    public static Optional<ScenarioRun> current() {
        return CURRENT.get();
    }

    /// All scenarios on the class path, in the order of the feature files. Executes no step.
    public static List<ListedScenario> list() {
        return list(FEATURES);
    }

    /// The scenarios of a feature file, or of a folder of them, which is named after a stage.
    ///
    /// @param features a path as Cucumber takes it
    public static List<ListedScenario> list(String features) {
        var listing = new ScenarioListing();
        execute(List.of("--dry-run", features), listing);
        return listing.scenarios();
    }

    /// Runs the scenarios and returns when the last one has ended. Prints nothing. Runs none if
    /// there are none.
    ///
    /// @param listeners receive Cucumber's events
    public void run(ConcurrentEventListener... listeners) {
        if (scenarios.isEmpty()) {
            return;
        }
        var options = new ArrayList<>(List.of("--threads", String.valueOf(jobs)));
        seed.ifPresent(number -> options.addAll(List.of("--order", "random:" + number)));
        options.addAll(places());
        CURRENT.set(Optional.of(this));
        try {
            execute(options, listeners);
        } finally {
            CURRENT.remove();
        }
    }

    /// Each file with the lines of its scenarios, in the syntax of Cucumber's feature paths.
    private List<String> places() {
        var lines =
                scenarios.stream()
                        .collect(
                                groupingBy(
                                        scenario -> scenario.file().toString(),
                                        TreeMap::new,
                                        mapping(
                                                scenario -> String.valueOf(scenario.line()),
                                                joining(":"))));
        return lines.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .toList();
    }

    private static void execute(List<String> options, ConcurrentEventListener... listeners) {
        var words = new ArrayList<>(List.of("--glue", GLUE));
        words.addAll(options);
        var parsed =
                new CommandlineOptionsParser(OutputStream.nullOutputStream())
                        .parse(words.toArray(String[]::new))
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
