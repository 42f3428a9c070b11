package org.offloadtck.scenario.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.linker.tool.ProgramSearchPath;

/// The programs of Slurm.
///
/// @param programs where they are
record Slurm(ProgramSearchPath programs) {

    private static final Path HERE = Path.of("").toAbsolutePath();

    /// What `sbatch --parsable` prints: the job, and the cluster if there are several.
    private static final Pattern JOB = Pattern.compile("(\\d+)(;\\S+)?");

    /// Job of the array, index, state, node, reason: squeue(1), `--format`.
    private static final String FORMAT = "%F|%K|%T|%N|%r";

    private static final int COLUMNS = 5;

    /// Since Slurm forgets jobs some minutes after their end.
    private static final String FORGOTTEN = "Invalid job id";

    /// Submits a job.
    ///
    /// @param words options and script of sbatch
    /// @return the number of the job
    /// @throws SlurmException if Slurm refuses it
    long submit(List<String> words) {
        var result = run("sbatch", words);
        var job = JOB.matcher(result.output().strip());
        if (!result.ending().isSuccess() || !job.matches()) {
            throw new SlurmException(
                    "sbatch: the job was refused: %s".formatted(result.firstError()));
        }
        return Long.parseLong(job.group(1));
    }

    /// The tasks of jobs, as far as Slurm remembers them. A job without an array is one task.
    ///
    /// @throws SlurmException if Slurm does not answer
    List<SlurmTask> tasks(List<Long> jobs) {
        var tasks = new ArrayList<SlurmTask>();
        for (long job : jobs) {
            var result =
                    run(
                            "squeue",
                            List.of(
                                    "--noheader",
                                    "--array",
                                    "--states=all",
                                    "--jobs=" + job,
                                    "--format=" + FORMAT));
            if (result.ending().isSuccess()) {
                result.output().lines().map(Slurm::task).forEach(tasks::add);
            } else if (!result.errors().contains(FORGOTTEN)) {
                throw new SlurmException(
                        "squeue: job %d cannot be asked for: %s"
                                .formatted(job, result.firstError()));
            }
        }
        return tasks;
    }

    /// Cancels jobs; those that have ended stay as they are.
    ///
    /// @throws SlurmException if Slurm refuses
    void cancel(List<Long> jobs) {
        var result = run("scancel", jobs.stream().map(String::valueOf).toList());
        if (!result.ending().isSuccess() && !result.errors().contains(FORGOTTEN)) {
            throw new SlurmException("scancel: refused: %s".formatted(result.firstError()));
        }
    }

    private static SlurmTask task(String line) {
        var fields = line.split("\\|", COLUMNS);
        if (fields.length < COLUMNS) {
            throw new SlurmException(
                    "squeue: prints '%s' when it should be '%s'".formatted(line, FORMAT));
        }
        int index = fields[1].matches("\\d+") ? Integer.parseInt(fields[1]) : SlurmTask.NO_INDEX;
        return new SlurmTask(index, fields[2], fields[3], fields[4]);
    }

    private ProcessResult run(String program, List<String> words) {
        var tool =
                programs.find(program)
                        .map(HostTool::new)
                        .orElseThrow(() ->
                                new SlurmException(
                                        "%s: is not on the PATH when it should be, with the other programs of Slurm"
                                                .formatted(program)));
        return tool.run(HERE, words, Map.of());
    }
}
