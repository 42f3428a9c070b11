package org.offloadtck.scenario;

import java.util.Optional;
import java.util.ServiceLoader;
import org.offloadtck.conformance.data.DataText;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.external.ExecutableProgram;
import org.offloadtck.implementation.external.Workshop;
import org.offloadtck.plugin.EmulatedPlatform;
import org.opentest4j.TestAbortedException;

/// The emulated driver, and the workshop that builds programs with its toolkit.
///
/// The workshop outlives the scenario: what one has built another runs, since a build costs more
/// than a run. [Hooks] closes it after the last scenario.
public final class EmulatedDriver {

    private static final String CATALOGUE = "executables/catalogue.yaml";

    private static Optional<Workshop> workshop = Optional.empty();

    private final EmulatedPlatform platform;

    /// The one that is here.
    ///
    /// @throws TestAbortedException if there is none; the scenario is then not run
    public EmulatedDriver() {
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

    Workshop workshop() {
        return workshop(platform);
    }

    /// The program called `id` in the corpus's catalogue.
    ExecutableProgram program(String id) {
        return ExecutableProgram.readAll(new DataText(CATALOGUE, Corpus.text(CATALOGUE))).stream()
                .filter(program -> program.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("%s has no %s".formatted(CATALOGUE, id)));
    }

    private static synchronized Workshop workshop(EmulatedPlatform platform) {
        if (workshop.isEmpty()) {
            workshop = Optional.of(Workshop.open(platform, Corpus::bytes));
        }
        return workshop.get();
    }

    static synchronized void closeWorkshop() {
        workshop.ifPresent(Workshop::close);
        workshop = Optional.empty();
    }
}
