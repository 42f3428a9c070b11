package org.offloadtck.scenario.record;

import java.util.Optional;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.Toolchains;

/// A toolchain that a run judges by the scenarios of another, of the same release.
///
/// @param named id of the toolchain that the scenarios name
public record JudgedToolchain(String named, Toolchain toolchain) {

    /// The toolchain that a step means by `id`.
    public static Toolchain named(String id) {
        return current()
                .filter(judged -> judged.named().equals(id))
                .map(JudgedToolchain::toolchain)
                .orElseGet(() -> Toolchains.shipped(id));
    }

    /// The one of the scenarios that this thread runs.
    static Optional<JudgedToolchain> current() {
        return ScenarioRun.current().flatMap(ScenarioRun::judged);
    }

    /// The title of a scenario, with the id of the toolchain that is judged.
    String title(String scenario) {
        return scenario.replace(named, toolchain.id());
    }
}
