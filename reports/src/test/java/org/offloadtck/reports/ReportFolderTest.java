package org.offloadtck.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {

    @TempDir Path folder;

    @Test
    void showsABrokenVerdictInEveryFile() throws IOException {
        var files =
                new ReportFolder().write(folder.resolve("new"), Samples.run(), Samples.catalogue());

        for (var file : files) {
            assertThat(Files.readString(file)).as(file.toString()).contains("FAIL_VALUE");
        }
    }

    @Test
    void writesTheSameBytesAgain() throws IOException {
        var first =
                new ReportFolder().write(folder.resolve("a"), Samples.run(), Samples.catalogue());

        var second =
                new ReportFolder().write(folder.resolve("b"), Samples.run(), Samples.catalogue());

        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).hasSameBinaryContentAs(first.get(i));
        }
    }
}
