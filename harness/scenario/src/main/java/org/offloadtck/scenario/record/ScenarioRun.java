package org.offloadtck.scenario.record;

import io.cucumber.core.options.CommandlineOptionsParser;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.ConcurrentEventListener;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// A run of the scenarios on the class path, in this process.
public final class ScenarioRun {

    /// The package below which Cucumber looks for step classes.
    public static final String GLUE = "org.offloadtck.scenario";

    private static final String FEATURES = "classpath:features";

    private final List<String> options = new ArrayList<>(List.of("--glue", GLUE));
    private List<String> features = List.of(FEATURES);

    /// Runs only what the tag expression selects; see Cucumber's tag expressions.
    public ScenarioRun selecting(String tags) {
        options.addAll(List.of("--tags", tags));
        return this;
    }

    /// Runs only scenarios that set one of these ABI profiles.
    public ScenarioRun under(List<String> profiles) {
        var listed = new ProfileScenarios(profiles);
        new ScenarioRun().listing().run(listed);
        features = listed.places();
        return this;
    }

    /// Executes no step: listeners hear of every scenario, and none is judged.
    public ScenarioRun listing() {
        options.add("--dry-run");
        return this;
    }

    /// Runs, telling `listeners`, and returns when the last scenario has ended. Nothing is printed.
    public void run(ConcurrentEventListener... listeners) {
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
