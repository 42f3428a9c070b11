package org.offloadtck.implementation.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramCommandTest {

    private static final Duration AMPLE = Duration.ofMinutes(1);
    private static final int COPIES = 30;
    private static final int THREADS = 16;

    /// In bytes: the longer the copy takes, the more children start meanwhile.
    private static final int SIZE = 8 << 20;

    @TempDir Path folder;

    private ProgramCommand command(String program) {
        return new ProgramCommand("it", List.of(program), folder, Map.of());
    }

    private ProcessResult run(List<String> words) {
        return ToolProcess.run(new ToolCommand(words, folder, Map.of(), AMPLE));
    }

    @Test
    void aCopyRunsInItsFolderAndKeepsItsPermissions() {
        var copy = command("/bin/pwd").copiedTo(folder.resolve("a/b"));

        assertThat(copy.folder()).isEqualTo(folder.resolve("a/b"));
        assertThat(copy.words()).containsExactly(folder.resolve("a/b/pwd").toString());
        assertThat(run(copy.words()).ending()).isEqualTo(new ProcessTermination.Exited(0));
    }

    @Test
    void aMissingFileIsReportedWithTheProgramAndTheFolder() {
        assertThatThrownBy(() -> command(folder + "/none").copiedTo(folder.resolve("a")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("it: cannot be copied to " + folder.resolve("a"))
                .hasMessageContaining("No such file");
    }

    /// Other threads start processes all the time, which have what this process has open until they
    /// execute their program.
    @Test
    void aCopyStartsAtOnceWhileOtherThreadsStartProcesses() throws Exception {
        var isOver = new AtomicBoolean();
        var others =
                Stream.generate(() -> Thread.ofPlatform().start(() -> startUntil(isOver)))
                        .limit(THREADS)
                        .toList();
        try {
            var program = Files.copy(Path.of("/bin/true"), folder.resolve("program"));
            Files.write(program, new byte[SIZE], StandardOpenOption.APPEND);
            assertThat(program.toFile().setExecutable(true)).isTrue();
            for (int copy = 0; copy < COPIES; copy++) {
                var words = command(program.toString()).copiedTo(folder.resolve("copy")).words();
                assertThat(run(words).ending()).isEqualTo(new ProcessTermination.Exited(0));
            }
        } finally {
            isOver.set(true);
            for (var other : others) {
                other.join();
            }
        }
    }

    private void startUntil(AtomicBoolean isOver) {
        while (!isOver.get()) {
            assertThat(run(List.of("/bin/true")).ending())
                    .isEqualTo(new ProcessTermination.Exited(0));
        }
    }
}
