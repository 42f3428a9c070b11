package org.offloadtck.scenario.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.linker.tool.ProgramSearchPath;

/// Slurm's programs are replaced by scripts that print what those of Slurm 22.05 print.
final class SlurmTest {

    @TempDir private Path folder = Path.of("");

    private Slurm slurm() {
        return new Slurm(new ProgramSearchPath(List.of(folder)));
    }

    private void program(String name, String script) throws IOException {
        var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aJobHasTheNumberThatSbatchPrints() throws IOException {
        program("sbatch", "echo '4711;cluster'");

        assertThat(slurm().submit(List.of("x.sh"))).isEqualTo(4711);
    }

    @Test
    void aJobThatIsRefusedSaysWhy() throws IOException {
        program("sbatch", "echo 'sbatch: error: invalid partition specified: x' >&2; exit 1");

        assertThatThrownBy(() -> slurm().submit(List.of("x.sh")))
                .isInstanceOf(SlurmException.class)
                .hasMessage(
                        "sbatch: the job was refused: sbatch: error: invalid partition specified: x");
    }

    @Test
    void aMissingSlurmIsNamed() {
        assertThatThrownBy(() -> slurm().cancel(List.of(1L)))
                .isInstanceOf(SlurmException.class)
                .hasMessageStartingWith("scancel: is not on the PATH when it should be");
    }

    @Test
    void tasksAreReadFromSqueue() throws IOException {
        program(
                "squeue",
                """
                case "$*" in
                *--jobs=7*) echo '7|3|RUNNING|n1|None'; echo '7|4|PENDING||Resources' ;;
                *) echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1 ;;
                esac\
                """);

        assertThat(slurm().tasks(List.of(6L, 7L)))
                .containsExactly(
                        new SlurmTask(3, "RUNNING", "n1", "None"),
                        new SlurmTask(4, "PENDING", "", "Resources"));
    }

    @Test
    void anUnknownAnswerIsRefused() throws IOException {
        program("squeue", "echo 'hello'");

        assertThatThrownBy(() -> slurm().tasks(List.of(7L)))
                .isInstanceOf(SlurmException.class)
                .hasMessage("squeue: prints 'hello' when it should be '%F|%K|%T|%N|%r'");
    }
}
