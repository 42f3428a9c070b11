package org.offloadtck.scenario.command;

import java.util.Optional;
import java.util.OptionalLong;
import org.offloadtck.scenario.execution.Schedule;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How many scenarios run at a time, in which order, and how often.
public final class ScheduleOption {

    /// Shift from bytes to GiB.
    private static final int GIBI = 30;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description =
                    "Run up to N scenarios at a time (default: one per processor, and per GiB of memory that Java may use).")
    private int jobs = defaultJobs(Runtime.getRuntime());

    @Option(
            names = "--shuffle",
            paramLabel = "SEED",
            description = "Start the scenarios in the order that this number decides.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--retries",
            paramLabel = "N",
            description =
                    "Run a scenario that fails up to N times more; FLAKY if it then does not fail.")
    private int retries;

    /// One for each processor, as lit has it. The largest launches need one to two GiB.
    private static int defaultJobs(Runtime java) {
        long memory = java.maxMemory() >> GIBI;
        return (int) Math.max(1, Math.min(java.availableProcessors(), memory));
    }

    /// The values of the options.
    ///
    /// @throws ParameterException if one is too small
    Schedule schedule() {
        requireAtLeast("--jobs", 1, jobs);
        requireAtLeast("--retries", 0, retries);
        var order = seed.map(OptionalLong::of).orElseGet(OptionalLong::empty);
        return new Schedule(jobs, order, retries);
    }

    private void requireAtLeast(String option, int least, int value) {
        if (value < least) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s is %d when it should be %d or more".formatted(option, value, least));
        }
    }
}
