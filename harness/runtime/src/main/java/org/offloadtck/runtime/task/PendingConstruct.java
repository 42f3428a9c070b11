package org.offloadtck.runtime.task;

import java.util.Optional;
import java.util.function.Supplier;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;

/// A construct that was started and not waited for. Whoever started it finishes it, once.
public final class PendingConstruct {

    private final Supplier<Optional<LaunchResult>> rest;

    private PendingConstruct(Supplier<Optional<LaunchResult>> rest) {
        this.rest = rest;
    }

    public static PendingConstruct onHost(HostFallback fallback) {
        return new PendingConstruct(() -> Optional.of(fallback));
    }

    /// @param rest waits for a data construct
    static PendingConstruct ofData(Runnable rest) {
        return new PendingConstruct(() -> {
            rest.run();
            return Optional.empty();
        });
    }

    /// @param rest waits for a region
    static PendingConstruct ofRegion(Supplier<LaunchResult> rest) {
        return new PendingConstruct(() -> Optional.of(rest.get()));
    }

    /// Waits for it.
    ///
    /// @return what became of a region, or why the host has to do without the device; empty for a
    ///   data construct that took effect
    public Optional<LaunchResult> finish() {
        return rest.get();
    }
}
