package org.offloadtck.scenario.executable;

import java.util.Optional;
import java.util.ServiceLoader;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.external.BuildCache;
import org.offloadtck.implementation.external.SourceProgram;
import org.offloadtck.plugin.EmulatedPlatform;
import org.offloadtck.scenario.world.ScenarioHooks;
import org.opentest4j.TestAbortedException;

/// The emulated driver, and the workshop that builds programs with its toolkit.
///
/// The workshop outlives the scenario: what one has built another runs, since a build costs more
/// than a run. [ScenarioHooks] closes it after the last scenario.
public final class DriverForExecutables {

    private static final String CATALOGUE = "executables/catalogue.yaml";

    private static Optional<BuildCache> workshop = Optional.empty();

    private final EmulatedPlatform platform;

    /// The one that is here.
    ///
    /// @throws TestAbortedException if there is none; the scenario is then not run
    public DriverForExecutables() {
        platform =
                ServiceLoader.load(EmulatedPlatform.class)
                        .findFirst()
                        .orElseThrow(() -> new TestAbortedException("no emulated driver is here"));
        platform.obstacle()
                .ifPresent(reason -> {
                    throw new TestAbortedException(reason);
                });
    }

    EmulatedPlatform platform() {
        return platform;
    }

    /// The device that programs find, as results name it.
    DeviceIdentity identity() {
        return new DeviceIdentity(platform.name(), platform.device());
    }

    BuildCache workshop() {
        return workshop(platform);
    }

    /// The program called `id` in the corpus's catalogue.
    SourceProgram program(String id) {
        return SourceProgram.readAll(new DataText(CATALOGUE, Corpus.text(CATALOGUE))).stream()
                .filter(program -> program.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("%s has no %s".formatted(CATALOGUE, id)));
    }

    private static synchronized BuildCache workshop(EmulatedPlatform platform) {
        if (workshop.isEmpty()) {
            workshop = Optional.of(BuildCache.open(platform, Corpus::bytes));
        }
        return workshop.get();
    }

    public static synchronized void closeWorkshop() {
        workshop.ifPresent(BuildCache::close);
        workshop = Optional.empty();
    }
}
