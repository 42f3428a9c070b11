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

    /// Selects the scenarios by a tag expression of Cucumber.
    public ScenarioRun selecting(String tags) {
        options.addAll(List.of("--tags", tags));
        return this;
    }

    /// Selects the scenarios that set one of `profiles`.
    public ScenarioRun under(List<String> profiles) {
        var listed = new ProfileScenarios(profiles);
        new ScenarioRun().listing().run(listed);
        features = listed.places();
        return this;
    }

    /// Lists the scenarios without executing steps.
    public ScenarioRun listing() {
        options.add("--dry-run");
        return this;
    }

    /// Runs the scenarios and returns when the last one has ended. Prints nothing.
    ///
    /// @param listeners receive Cucumber's events
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
