package org.offloadtck.implementation.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;

final class ToolProcessTest {

    private static final Duration AMPLE = Duration.ofMinutes(1);

    /// Enough for a shell on a busy machine to start a process and write a line.
    private static final Duration SHORT = Duration.ofSeconds(3);

    @TempDir Path folder;

    private ProcessResult shell(Duration limit, String script) {
        var words = List.of("/bin/sh", "-c", script);
        return ToolProcess.run(new ToolCommand(words, folder, Map.of("GREETING", "hello"), limit));
    }

    @Test
    void a_process_runs_in_its_folder_and_environment_and_both_outputs_are_kept() {
        var result = shell(AMPLE, "echo $GREETING; pwd >&2; exit 3");

        assertThat(result.ending()).isEqualTo(new ProcessTermination.Exited(3));
        assertThat(result.output()).isEqualTo("hello\n");
        assertThat(result.errors().strip()).endsWith(folder.getFileName().toString());
    }

    @Test
    void a_signal_is_told_by_its_name() {
        var result = shell(AMPLE, "kill -SEGV $$");

        assertThat(result.ending()).isEqualTo(new ProcessTermination.Signalled("SIGSEGV"));
        assertThat(result.ending().verdict(VerdictKind.FAIL_COMPILE, "the compiler"))
                .isEqualTo(new Verdict.Crash("SIGSEGV", "in the compiler"));
    }

    @Test
    void a_process_whose_time_is_over_is_ended_with_its_children() throws IOException {
        var result = shell(SHORT, "sleep 600 & echo $! >child; sleep 600");

        assertThat(result.ending()).isEqualTo(new ProcessTermination.OutOfTime(SHORT));
        var child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        assertThat(ProcessHandle.of(child).filter(ToolProcessTest::isAlive)).isEmpty();
    }

    private static boolean isAlive(ProcessHandle process) {
        try {
            process.onExit().get(10, java.util.concurrent.TimeUnit.SECONDS);
        } catch (InterruptedException
                | java.util.concurrent.ExecutionException
                | java.util.concurrent.TimeoutException _) {
            return true;
        }
        return process.isAlive();
    }

    @Test
    void output_past_the_cap_is_read_and_dropped() {
        var result = shell(AMPLE, "head -c 3000000 /dev/zero | tr '\\0' x; echo done >&2");

        assertThat(result.output()).hasSize(ToolProcess.MOST_OUTPUT);
        assertThat(result.errors()).isEqualTo("done\n");
        assertThat(result.ending().isSuccess()).isTrue();
    }

    @Test
    void a_program_that_is_not_there_is_no_exception() {
        var result =
                ToolProcess.run(new ToolCommand(List.of("/no/such/tool"), folder, Map.of(), AMPLE));

        assertThat(result.ending()).isInstanceOf(ProcessTermination.NotStarted.class);
        assertThat(result.ending().verdict(VerdictKind.FAIL_LINK, "it").kind())
                .isEqualTo(VerdictKind.UNSUPPORTED);
    }

    @Test
    void a_child_that_holds_the_output_open_is_not_waited_for() {
        var result = shell(AMPLE, "sleep 600 & echo begun; echo $! >child");
        Stream.of(result).forEach(_ -> endChild());

        assertThat(result.ending().isSuccess()).isTrue();
        assertThat(result.output()).isEqualTo("begun\n");
    }

    private void endChild() {
        try {
            var child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
            ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
        } catch (IOException fault) {
            throw new java.io.UncheckedIOException(fault);
        }
    }
}
