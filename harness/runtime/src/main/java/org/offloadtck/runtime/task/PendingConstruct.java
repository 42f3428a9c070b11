package org.offloadtck.runtime.task;

import java.util.Optional;
import java.util.function.Supplier;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;

/// A construct that was started and not yet waited for. The caller finishes it exactly once.
public final class PendingConstruct {

    private final Supplier<Optional<LaunchResult>> rest;

    private PendingConstruct(Supplier<Optional<LaunchResult>> rest) {
        this.rest = rest;
    }

    public static PendingConstruct onHost(HostFallback fallback) {
        return new PendingConstruct(() -> Optional.of(fallback));
    }

    /// A pending data construct.
    ///
    /// @param rest waits for it
    static PendingConstruct ofData(Runnable rest) {
        return new PendingConstruct(() -> {
            rest.run();
            return Optional.empty();
        });
    }

    /// A pending target region.
    ///
    /// @param rest waits for it
    static PendingConstruct ofRegion(Supplier<LaunchResult> rest) {
        return new PendingConstruct(() -> Optional.of(rest.get()));
    }

    /// Waits until the construct is complete.
    ///
    /// @return the result of a region, or the reason why the host must continue without the device;
    ///   empty for a completed data construct
    public Optional<LaunchResult> finish() {
        return rest.get();
    }
}
