package org.offloadtck.scenario.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedFilesTest {

    @TempDir private Path folder = Path.of("");

    @Test
    void copiesFoldersWithTheirTreesAndLinks() throws IOException {
        var work = folder.resolve("work");
        Files.createDirectories(work.resolve("sources"));
        Files.writeString(work.resolve("sources/a.c"), "int a;");
        Files.createSymbolicLink(work.resolve("ld.lld"), Path.of("/nowhere"));

        keep(work);

        var kept = folder.resolve("replay/0123/build");
        assertThat(kept.resolve("sources/a.c")).hasContent("int a;");
        assertThat(Files.readSymbolicLink(kept.resolve("ld.lld"))).isEqualTo(Path.of("/nowhere"));
    }

    @Test
    void leavesOutAFileThatIsTooBig() throws IOException {
        var work = Files.createDirectory(folder.resolve("work"));
        try (var sparse = new RandomAccessFile(work.resolve("huge").toFile(), "rw")) {
            sparse.setLength((64L << 20) + 1);
        }
        Files.writeString(work.resolve("small"), "x");

        keep(work);

        assertThat(folder.resolve("replay/0123/build")).isDirectoryContaining("glob:**small");
        assertThat(folder.resolve("replay/0123/build/huge")).doesNotExist();
    }

    @Test
    void leavesOutAFolderThatDoesNotExistAndOneThatCannotBeWritten() throws IOException {
        keep(folder.resolve("gone"));
        assertThat(folder.resolve("replay")).doesNotExist();

        Files.writeString(folder.resolve("replay"), "a file");
        keep(Files.createDirectory(folder.resolve("work")));
        assertThat(folder.resolve("replay")).isRegularFile();
    }

    private void keep(Path work) {
        new FailedFiles(folder.resolve("replay")).keep("0123", Map.of("build", work.toString()));
    }
}
