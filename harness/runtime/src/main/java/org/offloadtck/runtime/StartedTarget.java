package org.offloadtck.runtime;

import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;

import java.util.Optional;
import java.util.function.Supplier;

/// A construct that was started and not waited for. Whoever started it finishes it, once.
public final class StartedTarget {

    private final Supplier<Optional<LaunchResult>> rest;

    private StartedTarget(Supplier<Optional<LaunchResult>> rest) {
        this.rest = rest;
    }

    static StartedTarget onHost(HostFallback fallback) {
        return new StartedTarget(() -> Optional.of(fallback));
    }

    /// @param rest waits for a data construct
    static StartedTarget ofData(Runnable rest) {
        return new StartedTarget(() -> {
            rest.run();
            return Optional.empty();
        });
    }

    /// @param rest waits for a region
    static StartedTarget ofRegion(Supplier<LaunchResult> rest) {
        return new StartedTarget(() -> Optional.of(rest.get()));
    }

    /// Waits for it.
    ///
    /// @return what became of a region, or why the host has to do without the device; empty for a
    ///   data construct that took effect
    public Optional<LaunchResult> finish() {
        return rest.get();
    }
}
