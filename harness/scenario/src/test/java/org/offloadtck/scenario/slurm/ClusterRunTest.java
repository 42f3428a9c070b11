package org.offloadtck.scenario.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.plan.Matrix;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.linker.tool.ProgramSearchPath;
import org.offloadtck.scenario.slurm.Submission.Attempt;
import org.offloadtck.scenario.slurm.Submission.JobArray;

final class ClusterRunTest {

    private static final RunSubject.Kit KIT = new RunSubject.Kit("1.0", "d762", "00ff", Map.of());

    private static final Matrix MATRIX =
            new Matrix(List.of(new Matrix.Row(List.of(), List.of(), List.of(), "")), List.of());

    @TempDir private Path folder = Path.of("");

    /// The file `submitted` is there when job 2 has submitted jobs 3 and 4. Job 3 runs when it is
    /// asked for the first time, and has ended the next time.
    private void squeue() throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("squeue"),
                        """
                        #!/bin/sh
                        cd %s
                        case "$*" in
                        *--jobs=2*) touch submitted ;;
                        *--jobs=3*)
                            if ! test -e asked; then
                                touch asked
                                echo '3|0|RUNNING|n1|None'
                                exit
                            fi
                            touch ended ;;
                        esac
                        echo 'slurm_load_jobs error: Invalid job id specified' >&2
                        exit 1
                        """
                                .formatted(folder));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private ClusterRun run() {
        var first = new Attempt(List.of(new JobArray(1, List.of(0))), 2);
        var second = new Attempt(List.of(new JobArray(3, List.of(0))), 4);
        var attempts =
                Files.exists(folder.resolve("submitted")) ? List.of(first, second) : List.of(first);
        var settings = new SlurmSettings(List.of(), "", 1, 2);
        return new ClusterRun(
                new SlurmFolder(folder),
                new Slurm(new ProgramSearchPath(List.of(folder))),
                new ShardPlan(KIT, MATRIX, List.of()),
                new Submission(settings, attempts));
    }

    @Test
    void shardsResubmittedDuringTheQueryAreAwaited() throws Exception {
        squeue();

        var ended = ClusterRun.awaitEnd(this::run, Duration.ZERO);

        assertThat(folder.resolve("ended")).exists();
        assertThat(ended.submission().attempts()).hasSize(2);
    }
}
