package org.offloadtck.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CorpusTest {

    static Stream<CorpusFile> files() {
        return Corpus.files().stream();
    }

    static Stream<CorpusFile> generatedFiles() {
        return files().filter(file -> !file.tool().equals("hand"));
    }

    @ParameterizedTest
    @MethodSource("generatedFiles")
    void everyRowOfAGeneratedFileHasTheDigestOfItsFile(CorpusFile file)
            throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Corpus.bytes(file.path()));

        assertThat(HexFormat.of().formatHex(digest)).as(file.path()).isEqualTo(file.sha256());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyRowSaysWhoMadeTheFileAndUnderWhichLicence(CorpusFile file) {
        assertThat(List.of(file.tool(), file.licence(), file.description())).doesNotContain("");
        assertThat(file.tool().equals("hand")).isEqualTo(file.version().isEmpty());
        assertThat(file.tool().equals("hand")).isEqualTo(file.sha256().isEmpty());
    }

    @Test
    void everyFileHasExactlyOneRow() throws IOException, URISyntaxException {
        Path root = Path.of(Objects.requireNonNull(Corpus.class.getResource("/corpus")).toURI());

        try (Stream<Path> files = Files.walk(root)) {
            assertThat(Corpus.files().stream().map(CorpusFile::path))
                    .containsExactlyInAnyOrderElementsOf(
                            files.filter(Files::isRegularFile)
                                    .map(file -> root.relativize(file).toString())
                                    .filter(path -> !path.equals("MANIFEST.csv"))
                                    .toList());
        }
    }

    @Test
    void listsTheFilesOfAFolder() {
        assertThat(Corpus.list("objects/")).contains("objects/t16.o", "objects/t.c");
    }

    @Test
    void namesTheFileItDoesNotHave() {
        assertThatThrownBy(() -> Corpus.bytes("objects/none.o"))
                .hasMessage("the corpus has no file objects/none.o");
    }

    @Test
    void readsValuesThatHoldCommasAndQuotes() {
        String manifest = String.join(",", Manifest.COLUMNS) + "\na,0,t,1,\"x,\"\"y\"\"\",l,d\n";

        assertThat(Manifest.parse(manifest).getFirst().command()).isEqualTo("x,\"y\"");
    }
}
