package org.offloadtck.implementation.process;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.plugin.process.PluginProcessException;

/// The verdict on a device whose process ended.
public final class PluginVerdict {

    private PluginVerdict() {}

    /// The verdict if a signal or its time limit ended the process of a device, and that led to
    /// `fault`.
    public static Optional<Verdict> of(Throwable fault) {
        return Stream.iterate(fault, Objects::nonNull, Throwable::getCause)
                .filter(PluginProcessException.class::isInstance)
                .map(PluginProcessException.class::cast)
                .findFirst()
                .flatMap(end -> verdict(end, String.valueOf(fault.getMessage())));
    }

    private static Optional<Verdict> verdict(PluginProcessException end, String reason) {
        return end.signal()
                .<Verdict>map(signal -> new Verdict.Crash(signal, reason))
                .or(() -> end.limit().map(_ -> Verdict.of(VerdictKind.HANG, reason)));
    }
}
