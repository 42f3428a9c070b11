package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.plan.ShardPlan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The plan of a run, and the shard of it that the run executes.
public final class PlanOption {

    /// The options that select what a plan has selected.
    private static final List<String> SELECTING =
            List.of(
                    "--device",
                    "--implementation",
                    "--llvm-build",
                    "--profile",
                    "--rerun-failed",
                    "--resume",
                    "--tags");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--plan",
            paramLabel = "PLAN",
            description =
                    "Run the scenarios of this plan, which 'plan' wrote. No other option selects"
                            + " scenarios then.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--shard",
            paramLabel = "I",
            description = {
                "Run only this shard of the plan, from 0, and write shard-I/results.json below the"
                        + " folder of --report, in one step and only if the shard was judged to its"
                        + " end. 'merge' makes the report.",
                "'auto' takes the number from SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX."
            })
    private Optional<String> shard = Optional.empty();

    /// Whether the run executes one shard.
    boolean isShard() {
        return shard.isPresent();
    }

    /// The plan or shard to execute; empty without the options.
    ///
    /// @throws ParameterException if the plan is of another kit, or options contradict it
    Optional<PlannedRun> run() {
        if (file.isEmpty() && shard.isPresent()) {
            throw wrong("--shard is given without --plan when it should be with it");
        }
        return file.map(this::run);
    }

    private PlannedRun run(Path path) {
        requireAlone();
        var plan = read(spec, path);
        var shards =
                shard.map(word -> List.of(number(word, plan)))
                        .orElseGet(() -> IntStream.range(0, plan.shards().size()).boxed().toList());
        return new PlannedRun(spec, path.toString(), plan, shards);
    }

    private void requireAlone() {
        var given = spec.commandLine().getParseResult();
        SELECTING.stream()
                .filter(given::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw wrong(
                            "--plan is given with %s when it should be without: the plan has the scenarios"
                                    .formatted(option));
                });
    }

    private int number(String word, ShardPlan plan) {
        try {
            return ShardNumber.of(word, plan.shards().size(), System.getenv());
        } catch (IllegalArgumentException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }

    /// The plan in `file`.
    ///
    /// @throws ParameterException of the command if it is no plan, or one of another kit
    public static ShardPlan read(CommandSpec command, Path file) {
        var plan =
                UserData.read(
                        command,
                        () ->
                                InputFile.readText(
                                        file, text -> ShardPlan.read(file.toString(), text)));
        plan.difference(RunCommand.kit(RunCommand.catalogue()))
                .ifPresent(difference -> {
                    throw new ParameterException(
                            command.commandLine(),
                            "%s: kit: %s, as in this kit".formatted(file, difference));
                });
        return plan;
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
