package org.offloadtck.scenario.record;

import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.Toolchains;

/// A toolchain that a run judges by the scenarios of another, of the same release.
///
/// @param named id of the toolchain that the scenarios name
public record JudgedToolchain(String named, Toolchain toolchain) {

    private static final ScopedValue<JudgedToolchain> CURRENT = ScopedValue.newInstance();

    /// The toolchain that a step means by `id`.
    public static Toolchain named(String id) {
        return CURRENT.isBound() && CURRENT.get().named().equals(id)
                ? CURRENT.get().toolchain()
                : Toolchains.shipped(id);
    }

    /// The title of a scenario, with the id of the toolchain that is judged.
    static String title(String scenario) {
        return CURRENT.isBound()
                ? scenario.replace(CURRENT.get().named(), CURRENT.get().toolchain().id())
                : scenario;
    }

    /// Runs scenarios, in whose steps this toolchain takes the place of the named one.
    void during(Runnable scenarios) {
        ScopedValue.where(CURRENT, this).run(scenarios);
    }
}
