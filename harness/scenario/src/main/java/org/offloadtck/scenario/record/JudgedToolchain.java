package org.offloadtck.scenario.record;

import java.util.Optional;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.Toolchains;

/// A toolchain that a run judges by the scenarios of another, of the same release.
///
/// @param named id of the toolchain that the scenarios name
public record JudgedToolchain(String named, Toolchain toolchain) {

    /// Inherited by the threads in which Cucumber runs scenarios.
    private static final ThreadLocal<Optional<JudgedToolchain>> CURRENT =
            new InheritableThreadLocal<Optional<JudgedToolchain>>() {
                @Override
                protected Optional<JudgedToolchain> initialValue() {
                    return Optional.empty();
                }
            };

    /// The toolchain that a step means by `id`.
    public static Toolchain named(String id) {
        return CURRENT.get()
                .filter(judged -> judged.named().equals(id))
                .map(JudgedToolchain::toolchain)
                .orElseGet(() -> Toolchains.shipped(id));
    }

    /// The one of the scenarios that this thread runs.
    static Optional<JudgedToolchain> current() {
        return CURRENT.get();
    }

    /// The title of a scenario, with the id of the toolchain that is judged.
    String title(String scenario) {
        return scenario.replace(named, toolchain.id());
    }

    /// Runs scenarios, in whose steps this toolchain takes the place of the named one.
    void during(Runnable scenarios) {
        CURRENT.set(Optional.of(this));
        try {
            scenarios.run();
        } finally {
            CURRENT.remove();
        }
    }
}
