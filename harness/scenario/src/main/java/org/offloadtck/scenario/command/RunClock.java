package org.offloadtck.scenario.command;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import picocli.CommandLine.Model.CommandSpec;

/// Measures when and where a run takes place.
record RunClock(Instant started) {

    static RunClock start() {
        return new RunClock(Instant.now());
    }

    /// @param earlier milliseconds of the run that this one completes
    Circumstances circumstances(CommandSpec spec, Map<String, Long> times, long earlier) {
        var command = new ArrayList<>(List.of(spec.root().name()));
        command.addAll(spec.root().commandLine().getParseResult().originalArgs());
        return new Circumstances(
                started.truncatedTo(ChronoUnit.SECONDS).toString(),
                earlier + Duration.between(started, Instant.now()).toMillis(),
                host(),
                command,
                times);
    }

    private static String host() {
        return "%s, %s %s %s, %d processors, Java %s"
                .formatted(
                        name(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version());
    }

    private static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unnamed host";
        }
    }
}
