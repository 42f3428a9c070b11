package org.offloadtck.reports.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.data.DataText;
import org.offloadtck.reports.Samples;
import picocli.CommandLine;

class SubmissionPackageTest {

    @TempDir private Path folder = Path.of("");

    private final StringWriter printed = new StringWriter();

    @BeforeEach
    void writeAReport() throws IOException {
        var report = folder.resolve("report");
        Files.createDirectories(report.resolve("requirement"));
        Files.writeString(report.resolve("results.json"), Samples.run().toJson());
        Files.writeString(report.resolve("plan.txt"), plan(Samples.run()));
        Files.writeString(report.resolve("index.html"), "<p>a page</p>");
        Files.writeString(report.resolve("requirement/OE-01.html"), "<p>another</p>");
    }

    private static String plan(ResultDocument document) {
        return document.results().stream()
                .map(result ->
                        ResultIdentity.exampleKey(
                                        result.identity().scenario(),
                                        result.identity().parameters())
                                + "\n")
                .sorted()
                .collect(Collectors.joining());
    }

    private int kit(Object command, String... words) {
        return new CommandLine(command)
                .setOut(new PrintWriter(printed))
                .execute(
                        Stream.of(words)
                                .map(word ->
                                        word.startsWith("-") ? word : folder.resolve(word) + "")
                                .toArray(String[]::new));
    }

    private int pack() {
        return kit(new PackageCommand(), "report", "-o", "report.zip");
    }

    private int verify() {
        return kit(new VerifyPackageCommand(), "report.zip");
    }

    @Test
    void aPackageOfACompleteRunIsVerified() {
        assertThat(pack()).isEqualTo(ExitCode.OK);
        assertThat(verify()).isEqualTo(ExitCode.OK);
        assertThat(printed.toString())
                .contains("complete and unchanged: 5 results (2 PASS, 1 FAIL_VALUE");
    }

    @Test
    void theSameReportGivesTheSameBytes() throws IOException {
        pack();
        var first = Files.readAllBytes(folder.resolve("report.zip"));
        pack();

        assertThat(Files.readAllBytes(folder.resolve("report.zip"))).isEqualTo(first);
    }

    @Test
    void aReportThatLacksAPlannedResultIsNotPackaged() throws IOException {
        var plan = folder.resolve("report/plan.txt");
        Files.writeString(plan, Files.readString(plan) + "table.forgotten/n=1\n");

        assertThat(pack()).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(printed.toString())
                .contains("table.forgotten/n=1: has no result, when the plan has 1");
        assertThat(folder.resolve("report.zip")).doesNotExist();
    }

    @Test
    void aReportWithAResultThatWasNotPlannedIsNotPackaged() throws IOException {
        var plan = folder.resolve("report/plan.txt");
        Files.writeString(plan, Files.readString(plan).replaceFirst("^.*\n", ""));

        assertThat(pack()).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(printed.toString()).contains("has 1 results that the plan does not have");
    }

    @Test
    void everyFlippedBitIsFound() throws IOException {
        pack();
        var archive = Files.readAllBytes(folder.resolve("report.zip"));
        // Each byte of what is not content, and samples of the rest: a page is not read bit by bit.
        for (int at = 0;
                at < archive.length;
                at += at < 600 || at > archive.length - 600 ? 1 : 17) {
            var damaged = archive.clone();
            damaged[at] ^= (byte) (1 << at % 8);

            assertThat(PackageVerification.of("p", damaged).problems())
                    .as("byte %d", at)
                    .isNotEmpty()
                    .allMatch(problem -> problem.startsWith("p: "));
        }
    }

    @Test
    void everyPrefixIsFound() throws IOException {
        pack();
        var archive = Files.readAllBytes(folder.resolve("report.zip"));
        for (int length = 0; length < archive.length; length += length < 600 ? 1 : 31) {
            assertThat(PackageVerification.of("p", Arrays.copyOf(archive, length)).problems())
                    .as("%d bytes", length)
                    .isNotEmpty();
        }
    }

    @Test
    void bytesBehindTheArchiveAreFound() throws IOException {
        pack();
        var archive = Files.readAllBytes(folder.resolve("report.zip"));

        assertThat(
                        PackageVerification.of("p", Arrays.copyOf(archive, archive.length + 1))
                                .problems())
                .containsExactly("p: archive: is not as the kit writes one of these files");
    }

    /// The problems of an archive of the report whose files were edited, with the manifest of
    /// before.
    private Stream<String> problemsAfter(Consumer<Map<String, byte[]>> edit) throws IOException {
        var files = new TreeMap<String, byte[]>();
        var report = folder.resolve("report");
        try (var paths = Files.walk(report)) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                files.put(report.relativize(path).toString(), Files.readAllBytes(path));
            }
        }
        var manifest = PackageManifest.of(Samples.run(), files).toJson();
        edit.accept(files);
        return PackageVerification.of("p", StoredArchive.write(manifest, files))
                .problems()
                .stream();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aFileThatIsMissingAddedOrChangedIsNamed() throws IOException {
        assertThat(problemsAfter(files -> {})).isEmpty();
        assertThat(problemsAfter(files -> files.remove("index.html")))
                .containsExactly("p: index.html: is missing");
        assertThat(problemsAfter(files -> files.put("../outside", bytes("x"))))
                .containsExactly("p: ../outside: is not in the manifest");
        assertThat(problemsAfter(files -> files.put("index.html", bytes("<p>A page</p>"))))
                .singleElement()
                .asString()
                .startsWith("p: index.html: has the SHA-256 ");
        assertThat(problemsAfter(files -> files.put("index.html", bytes("<p>a page</p>..."))))
                .containsExactly("p: index.html: has more bytes when it should have 13");
        assertThat(problemsAfter(files -> files.put("index.html", bytes("<p>"))))
                .containsExactly("p: index.html: has 3 bytes when it should have 13");
    }

    /// The problems of a package whose results were edited before it was made.
    private Stream<String> problemsWith(ResultDocument results, ResultDocument manifestOf) {
        var files = new TreeMap<String, byte[]>();
        files.put("results.json", bytes(results.toJson()));
        files.put("plan.txt", bytes(plan(Samples.run())));
        var manifest = PackageManifest.of(manifestOf, files).toJson();
        return PackageVerification.of("p", StoredArchive.write(manifest, files))
                .problems()
                .stream();
    }

    @Test
    void aResultThatIsMissingOrAddedIsNamedThoughTheManifestWasMadeAgain() {
        var run = Samples.run();
        var fewer =
                new ResultDocument(
                        run.subject(),
                        run.scenarios(),
                        run.results().subList(1, run.results().size()),
                        run.circumstances());

        assertThat(problemsWith(run, run)).isEmpty();
        assertThat(problemsWith(fewer, fewer))
                .singleElement()
                .asString()
                .startsWith("p: results.json: ")
                .endsWith("when the plan has 1");
    }

    @Test
    void anotherCatalogueIsNamed() {
        var other =
                ResultDocument.parse(
                        new DataText(
                                "results.json",
                                Samples.run().toJson().replace("00ffee", "11ffee")));

        assertThat(problemsWith(Samples.run(), other))
                .containsExactly(
                        "p: manifest.json: catalogue is '11ffee' when that of the results is '00ffee'");
    }
}
