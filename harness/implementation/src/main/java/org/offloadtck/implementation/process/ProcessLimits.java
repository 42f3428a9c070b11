package org.offloadtck.implementation.process;

import java.time.Duration;

/// The limits of a process and its descendants. A process that exceeds one is ended with them.
///
/// @param time that the process may run
/// @param processes that may exist at one time
/// @param outputBytes of both outputs together
public record ProcessLimits(Duration time, int processes, long outputBytes) {

    /// The limits of a stage of a toolchain. A compiler driver has a dozen processes, and takes
    /// about one second.
    public static final ProcessLimits STAGE =
            new ProcessLimits(Duration.ofMinutes(2), 256, 64L << 20);

    public ProcessLimits {
        if (time.isNegative() || time.isZero() || processes < 1 || outputBytes < 1) {
            throw new IllegalArgumentException(
                    "the limits are %s, %d processes and %d bytes when they should be positive"
                            .formatted(time, processes, outputBytes));
        }
    }

    /// A limit of time alone.
    static ProcessLimits ofTime(Duration time) {
        return new ProcessLimits(time, Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    /// The limits as reports print them.
    String text() {
        var seconds = "%d s".formatted(time.toSeconds());
        return countsProcesses()
                ? "%s, %d processes, %d MiB of output"
                        .formatted(seconds, processes, outputBytes >> 20)
                : seconds;
    }

    /// Whether processes are counted.
    boolean countsProcesses() {
        return processes != Integer.MAX_VALUE;
    }
}
