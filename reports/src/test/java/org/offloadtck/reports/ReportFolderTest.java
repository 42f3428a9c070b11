package org.offloadtck.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Verdict;

class ReportFolderTest {

    @TempDir Path folder;

    @Test
    void startsTheSiteAtIndex() throws IOException {
        var files = write("new", Form.SITE);

        assertThat(files)
                .contains(folder.resolve("new/index.html"), folder.resolve("new/junit.xml"));
    }

    @Test
    void writesOnePageForTheSingleFile() throws IOException {
        var files = write("new", Form.SINGLE_FILE);

        assertThat(files)
                .contains(folder.resolve("new/report.html"))
                .filteredOn(file -> file.toString().endsWith(".html"))
                .hasSize(1);
    }

    @Test
    void removesPagesOfAnEarlierRunAndNothingElse() throws IOException {
        write("new", Form.SITE);
        var own = Files.writeString(folder.resolve("new/scenario/notes.html"), "");
        var shorter =
                Samples.document(
                        Samples.result("names", "llvm-16", DeviceIdentity.NONE, Verdict.pass()));

        new ReportFolder().write(folder.resolve("new"), shorter, Samples.catalogue(), Form.SITE);

        assertThat(folder.resolve("new/scenario/table.names.html")).exists();
        assertThat(folder.resolve("new/scenario/table.runs.html")).doesNotExist();
        assertThat(own).exists();
    }

    @Test
    void removesNoFileOutsideItsFolder() throws IOException {
        var outside = Files.writeString(folder.resolve("outside.html"), "");
        Files.createDirectories(folder.resolve("new/assets"));
        Files.writeString(folder.resolve("new/assets/pages.txt"), "../outside.html\n\0\n");

        write("new", Form.SITE);

        assertThat(outside).exists();
    }

    @ParameterizedTest
    @EnumSource
    void writesTheSameBytesAgain(Form form) throws IOException {
        var first = write("a", form);

        var second = write("b", form);

        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).hasSameBinaryContentAs(first.get(i));
        }
    }

    private List<Path> write(String name, Form form) {
        return new ReportFolder()
                .write(folder.resolve(name), Samples.run(), Samples.catalogue(), form);
    }
}
