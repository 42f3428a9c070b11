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

    /// Enough time for a shell on a busy machine to start a process and write a line.
    private static final Duration SHORT = Duration.ofSeconds(3);

    @TempDir Path folder;

    private ProcessResult shell(Duration limit, String script) {
        var words = List.of("/bin/sh", "-c", script);
        return ToolProcess.run(new ToolCommand(words, folder, Map.of("GREETING", "hello"), limit));
    }

    @Test
    void aProcessRunsInItsFolderAndEnvironmentAndBothOutputsAreKept() {
        var result = shell(AMPLE, "echo $GREETING; pwd >&2; exit 3");

        assertThat(result.ending()).isEqualTo(new ProcessTermination.Exited(3));
        assertThat(result.output()).isEqualTo("hello\n");
        assertThat(result.errors().strip()).endsWith(folder.getFileName().toString());
    }

    @Test
    void reportsASignalByItsName() {
        var result = shell(AMPLE, "kill -SEGV $$");

        assertThat(result.ending()).isEqualTo(new ProcessTermination.Signalled("SIGSEGV"));
        assertThat(result.ending().verdict(VerdictKind.FAIL_COMPILE, "the compiler"))
                .isEqualTo(new Verdict.Crash("SIGSEGV", "in the compiler"));
    }

    @Test
    void aProcessWhoseTimeIsOverIsEndedWithItsChildren() throws IOException {
        var result = shell(SHORT, "sleep 600 & echo $! >child; sleep 600");

        assertThat(result.ending()).isEqualTo(new ProcessTermination.OutOfTime(SHORT));
        var child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        assertThat(ProcessHandle.of(child).filter(ToolProcessTest::isAlive)).isEmpty();
    }

    /// Its children are ended one after another, which takes long enough to report the first.
    @Test
    void aProcessWhoseTimeIsOverDoesNotReportTheEndOfItsChildren() {
        var result =
                shell(
                        SHORT,
                        """
                        sleep 600 & first=$!
                        for i in $(seq 300); do sleep 600 & done
                        wait $first; echo the first ended
                        """);

        assertThat(result.ending()).isEqualTo(new ProcessTermination.OutOfTime(SHORT));
        assertThat(result.output()).isEmpty();
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
    void outputPastTheCapIsReadAndDropped() {
        var result = shell(AMPLE, "head -c 3000000 /dev/zero | tr '\\0' x; echo done >&2");

        assertThat(result.output()).hasSize(ToolProcess.MOST_OUTPUT);
        assertThat(result.errors()).isEqualTo("done\n");
        assertThat(result.ending().isSuccess()).isTrue();
    }

    private ProcessResult limited(ProcessLimits limits, String script) {
        var words = List.of("/bin/sh", "-c", script);
        return ToolProcess.run(new ToolCommand(words, folder, Map.of(), limits));
    }

    @Test
    void aProcessThatWritesTooMuchIsEnded() {
        var result =
                limited(new ProcessLimits(AMPLE, 100, 1 << 20), "yes & yes >&2 & wait; exit 0");

        assertThat(result.ending())
                .isEqualTo(new ProcessTermination.OverLimit("wrote more than 1 MiB"));
        assertThat(result.ending().verdict(VerdictKind.FAIL_COMPILE, "compile").text())
                .isEqualTo("FAIL_COMPILE: compile wrote more than 1 MiB");
    }

    /// The first process ends at once, so that nothing but the session shows which the others are.
    @Test
    void processesThatTheirParentsHaveLeftAreCountedAndEnded() throws IOException {
        var script =
                "(for i in 1 2 3 4 5 6 7 8; do (sleep 600 & echo $! >>children); done) & sleep 1";
        var result = limited(new ProcessLimits(AMPLE, 5, 1 << 20), script);

        assertThat(result.ending())
                .isEqualTo(new ProcessTermination.OverLimit("had more than 5 processes"));
        assertThat(Files.readAllLines(folder.resolve("children")).stream().map(Long::valueOf))
                .isNotEmpty()
                .allSatisfy(child ->
                        assertThat(ProcessHandle.of(child).filter(ToolProcessTest::isAlive))
                                .isEmpty());
    }

    @Test
    void aMissingProgramIsAResult() {
        var result =
                ToolProcess.run(new ToolCommand(List.of("/no/such/tool"), folder, Map.of(), AMPLE));

        assertThat(result.ending()).isInstanceOf(ProcessTermination.NotStarted.class);
        assertThat(result.firstError()).contains("/no/such/tool", "No such file");
        assertThat(result.ending().verdict(VerdictKind.FAIL_LINK, "it").kind())
                .isEqualTo(VerdictKind.UNSUPPORTED);
    }

    @Test
    void aChildThatHoldsTheOutputOpenIsNotWaitedFor() {
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
