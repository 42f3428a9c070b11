package org.offloadtck.scenario.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The folder of a submission, which all nodes see: plan, results and merged report, and below
/// `slurm` what Slurm is given and what the tasks print.
///
/// @param root absolute
record SlurmFolder(Path root) {

    SlurmFolder {
        root = root.toAbsolutePath().normalize();
    }

    Path plan() {
        return root.resolve("plan.json");
    }

    Path results(int shard) {
        return root.resolve("shard-%d".formatted(shard)).resolve("results.json");
    }

    Path merged() {
        return root.resolve("merged");
    }

    Path jobs() {
        return root.resolve("slurm");
    }

    Path submission() {
        return jobs().resolve("submission.json");
    }

    Path taskScript() {
        return jobs().resolve("task.sh");
    }

    Path collectScript() {
        return jobs().resolve("collect.sh");
    }

    Path taskLog(int shard) {
        return jobs().resolve("task-%d.log".formatted(shard));
    }

    /// The log of each task as sbatch(1) names it, "filename pattern".
    String taskLogPattern() {
        return escaped(jobs()) + "/task-%a.log";
    }

    String collectLogPattern() {
        return escaped(jobs()) + "/collect.log";
    }

    private static String escaped(Path path) {
        return path.toString().replace("%", "%%");
    }

    /// The shards without results.
    ///
    /// @param count of all shards
    List<Integer> lacking(int count) {
        return IntStream.range(0, count)
                .filter(shard -> !Files.exists(results(shard)))
                .boxed()
                .toList();
    }

    /// The last line that the task of a shard printed; empty if it printed nothing.
    Optional<String> lastLine(int shard) {
        try (var lines = Files.lines(taskLog(shard))) {
            return lines.filter(line -> !line.isBlank()).reduce((_, last) -> last);
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }
}
