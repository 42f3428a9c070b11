package org.offloadtck.scenario.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.scenario.slurm.Submission.Attempt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck slurm status`: shows how far a submitted plan is.
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description =
                "Shows what became of each shard of a submitted plan, and how far its task is.")
public final class SlurmStatusCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of --report of 'slurm submit'.")
    private Path report = Path.of("");

    @Override
    public Integer call() {
        var run = ClusterRun.read(spec, report);
        var out = spec.commandLine().getOut();
        out.println(jobs(run.submission().last()));
        var states = states(run);
        out.println(row("shard", "cells", "state", "node", ""));
        for (int shard = 0; shard < states.size(); shard++) {
            out.println(row(run, shard, states.get(shard)));
        }
        out.println(summary(states));
        out.flush();
        return ExitCode.OK;
    }

    private List<ShardState> states(ClusterRun run) {
        try {
            return run.states();
        } catch (SlurmException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }

    /// The jobs of an attempt, `job 12: shards 0-11; job 13 collects the results`.
    static String jobs(Attempt attempt) {
        return attempt.arrays().stream()
                .map(array ->
                        "job %d: shards %s; "
                                .formatted(array.job(), JobRequest.ranges(array.shards())))
                .collect(
                        Collectors.joining(
                                "",
                                "",
                                "job %d collects the results".formatted(attempt.collect())));
    }

    private static String row(ClusterRun run, int shard, ShardState state) {
        var cells = String.valueOf(run.plan().shards().get(shard).size());
        var number = String.valueOf(shard);
        return switch (state) {
            case ShardState.Judged _ -> row(number, cells, state.word(), "", "");
            case ShardState.Active(SlurmTask task) ->
                    row(number, cells, state.word(), task.nodes(), remark(run, shard, task));
            case ShardState.Lost(SlurmTask task) ->
                    row(number, cells, state.word(), task.nodes(), lost(run, shard, task));
            case ShardState.Unknown _ ->
                    row(number, cells, state.word(), "", run.folder().lastLine(shard).orElse(""));
        };
    }

    /// Why a task waits, or how far it is.
    private static String remark(ClusterRun run, int shard, SlurmTask task) {
        return task.nodes().isEmpty()
                ? "(%s)".formatted(task.reason())
                : run.folder().lastLine(shard).orElse("");
    }

    private static String lost(ClusterRun run, int shard, SlurmTask task) {
        return run.folder()
                .lastLine(shard)
                .map(line -> "%s: %s".formatted(task.state(), line))
                .orElse(task.state());
    }

    private static String row(
            String shard, String cells, String state, String node, String remark) {
        return "%5s  %5s  %-10s  %-8s  %s"
                .formatted(shard, cells, state, node, remark)
                .stripTrailing();
    }

    private static String summary(List<ShardState> states) {
        return states.stream()
                .collect(
                        Collectors.groupingBy(
                                ShardState::word, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", ", "%d shards: ".formatted(states.size()), ""));
    }
}
