package org.offloadtck.scenario.executable;

import io.cucumber.java.AfterAll;
import java.util.Optional;
import java.util.ServiceLoader;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.emulated.EmulatedOutcome;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.external.BuildCache;
import org.offloadtck.implementation.external.SourceProgram;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.implementation.store.ArtifactStore;
import org.offloadtck.plugin.EmulatedPlatform;
import org.opentest4j.TestAbortedException;

/// The emulated platform on which scenarios run executables, and the cache of the executables built
/// for it.
///
/// All scenarios of a run share the cache, because a build takes longer than a run. Cucumber closes
/// it after the last scenario.
public final class ExecutablePlatform {

    private static final String CATALOGUE = "executables/catalogue.yaml";

    private static Optional<BuildCache> builds = Optional.empty();
    private static Optional<ArtifactStore> store = Optional.empty();

    private final EmulatedPlatform platform;

    /// The emulated platform on the class path.
    ///
    /// @throws TestAbortedException if there is none or it cannot run; the scenario is then not run
    public ExecutablePlatform() {
        platform =
                ServiceLoader.load(EmulatedPlatform.class)
                        .findFirst()
                        .orElseThrow(
                                () -> new TestAbortedException("no emulated driver is installed"));
        platform.obstacle()
                .ifPresent(reason -> {
                    throw new TestAbortedException(reason);
                });
    }

    EmulatedPlatform platform() {
        return platform;
    }

    /// The platform's default device as results name it.
    public DeviceIdentity identity() {
        return new DeviceIdentity(platform.name(), platform.device());
    }

    /// Runs a program to its end.
    public EmulatedOutcome run(ProgramCommand program, Setting setting) {
        return EmulatedRun.run(platform, program, setting);
    }

    BuildCache builds() {
        return builds(platform);
    }

    /// The program `id` of the corpus's catalogue.
    SourceProgram program(String id) {
        return SourceProgram.readAll(new DataText(CATALOGUE, Corpus.text(CATALOGUE))).stream()
                .filter(program -> program.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("%s has no %s".formatted(CATALOGUE, id)));
    }

    private static synchronized BuildCache builds(EmulatedPlatform platform) {
        if (builds.isEmpty()) {
            builds = Optional.of(BuildCache.open(platform, Corpus::bytes, store));
        }
        return builds.get();
    }

    /// Uses `kept` for the builds of all scenarios that run from now on in this process.
    public static synchronized void keepBuilds(Optional<ArtifactStore> kept) {
        store = kept;
    }

    @AfterAll
    public static synchronized void closeBuilds() {
        builds.ifPresent(BuildCache::close);
        builds = Optional.empty();
    }
}
