package org.offloadtck.scenario.executable;

import static java.util.stream.Collectors.toMap;

import io.cucumber.java.AfterAll;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.emulated.EmulatedOutcome;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.external.BuildCache;
import org.offloadtck.implementation.external.BuildResult;
import org.offloadtck.implementation.external.SourceProgram;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.implementation.store.ArtifactStore;
import org.offloadtck.plugin.EmulatedPlatform;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.ScenarioRun;
import org.opentest4j.TestAbortedException;

/// The emulated platform on which scenarios run executables, and the cache of the executables built
/// for it.
///
/// All scenarios of a run share the cache, because a build takes longer than a run. Cucumber closes
/// it after the last scenario.
public final class ExecutablePlatform {

    private static final String CATALOGUE = "executables/catalogue.yaml";

    /// Number of builds that are started before a scenario requests them. A long queue of builds
    /// would keep all cores busy while scenarios with a time limit run.
    private static final int AHEAD = 8;

    private static Optional<BuildCache> builds = Optional.empty();
    private static Iterator<PlannedBuild> planned = Collections.emptyIterator();
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

    /// Builds a program, and starts one of the builds that later scenarios request.
    BuildResult build(ToolchainLookup toolchain, SourceProgram program, String level) {
        var cache = builds();
        beginNext(cache);
        return cache.build(toolchain, program, level);
    }

    /// The program `id` of the corpus's catalogue.
    SourceProgram program(String id) {
        return Optional.ofNullable(Programs.ALL.get(id))
                .orElseThrow(() ->
                        new IllegalArgumentException("%s has no %s".formatted(CATALOGUE, id)));
    }

    /// The corpus's catalogue, which is read once.
    private static final class Programs {

        private static final Map<String, SourceProgram> ALL =
                SourceProgram.readAll(new DataText(CATALOGUE, Corpus.text(CATALOGUE))).stream()
                        .collect(toMap(SourceProgram::id, program -> program));
    }

    private static synchronized BuildCache builds(EmulatedPlatform platform) {
        if (builds.isEmpty()) {
            var cache = BuildCache.open(platform, Corpus::bytes, store);
            builds = Optional.of(cache);
            planned =
                    ScenarioRun.current().stream()
                            .flatMap(run -> run.scenarios().stream())
                            .flatMap(PlannedBuild::of)
                            .distinct()
                            .iterator();
            for (int i = 0; i < AHEAD; i++) {
                beginNext(cache);
            }
        }
        return builds.get();
    }

    /// Starts the next planned build of the run in the background.
    private static synchronized void beginNext(BuildCache cache) {
        if (planned.hasNext()) {
            var build = planned.next();
            var toolchain = JudgedToolchain.named(build.toolchain());
            var program = Programs.ALL.get(build.program());
            if (program != null
                    && ToolchainLookup.of(toolchain, System.getenv())
                            instanceof ToolchainLookup.Found found) {
                cache.begin(found, program, build.level());
            }
        }
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
