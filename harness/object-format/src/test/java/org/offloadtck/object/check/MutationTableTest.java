package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.fixture.LlvmTool;
import org.offloadtck.object.profile.AbiProfiles;

/// The diagnostics of LLVM's readers for malformed offload binaries, compared with those of the
/// kit: LLVM verifies fewer rules, reports neither field nor offset, and crashes on some. The
/// columns of LLVM are verified with the installed tools, except for rows on which a tool crashes.
class MutationTableTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final String FOLDER = "malformed/offload-binary/";

    /// The reaction of a reader of LLVM to a file.
    enum Answer {
        READS("OFFLOADING IMAGE"),
        NO_OBJECT("not recognized as a valid object file"),
        PARSE_FAILED("Invalid data was encountered while parsing the file"),
        UNEXPECTED_EOF("The end of the file was unexpectedly encountered"),
        CRASHES("");

        private final String words;

        Answer(String words) {
            this.words = words;
        }
    }

    record Row(String file, Answer sixteen, Answer later) {

        Row(String file, Answer answer) {
            this(file, answer, answer);
        }

        Answer of(String release) {
            return release.equals("16") ? sixteen : later;
        }
    }

    private static final List<Row> TABLE =
            List.of(
                    new Row("magic-wrong", Answer.NO_OBJECT),
                    new Row("version-0", Answer.PARSE_FAILED),
                    new Row("version-2-over-version-1", Answer.PARSE_FAILED),
                    new Row("version-3", Answer.PARSE_FAILED),
                    new Row("truncated-to-31", Answer.PARSE_FAILED),
                    new Row("truncated-to-71", Answer.PARSE_FAILED),
                    new Row("size-0", Answer.PARSE_FAILED, Answer.UNEXPECTED_EOF),
                    new Row("size-36", Answer.UNEXPECTED_EOF),
                    new Row("size-past-end", Answer.UNEXPECTED_EOF),
                    new Row("entry-offset-at-end", Answer.UNEXPECTED_EOF),
                    new Row("entry-offset-unaligned", Answer.UNEXPECTED_EOF),
                    new Row("entry-offset-huge", Answer.UNEXPECTED_EOF),
                    new Row("entry-size-huge", Answer.UNEXPECTED_EOF),
                    new Row("entry-size-0", Answer.READS),
                    new Row("strings-offset-huge", Answer.UNEXPECTED_EOF),
                    new Row("strings-offset-inside-entry", Answer.READS),
                    new Row("image-offset-huge", Answer.UNEXPECTED_EOF),
                    new Row("image-size-huge", Answer.READS),
                    new Row("strings-count-huge", Answer.CRASHES),
                    new Row("key-offset-huge", Answer.CRASHES),
                    new Row("key-twice", Answer.READS),
                    new Row("value-not-utf-8", Answer.READS),
                    new Row("image-kind-99", Answer.READS),
                    new Row("offload-kind-99", Answer.READS),
                    new Row("trailing-zeros-4", Answer.PARSE_FAILED),
                    new Row("trailing-zeros-8", Answer.PARSE_FAILED),
                    new Row("gap-between-binaries", Answer.PARSE_FAILED),
                    new Row("v2-entries-count-0", Answer.PARSE_FAILED),
                    new Row("v2-entries-count-one-too-many", Answer.PARSE_FAILED),
                    new Row("v2-entries-count-wraps", Answer.PARSE_FAILED),
                    new Row("v2-value-size-huge", Answer.PARSE_FAILED));

    @TempDir private Path folder;

    static Stream<Row> rows() {
        return TABLE.stream();
    }

    static Stream<Arguments> columns() {
        return Stream.of("16", "19", "22")
                .flatMap(release -> TABLE.stream().map(row -> Arguments.of(release, row)));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void theToolAnswersAsTheTableSays(String release, Row row) throws IOException {
        assumeTrue(row.of(release) != Answer.CRASHES, "the tool crashes");
        var tool = LlvmTool.ofRelease("llvm-objdump", Integer.parseInt(release));
        assumeTrue(tool.isPresent(), "no llvm-objdump of LLVM " + release + " is installed");
        var file = Files.write(folder.resolve(row.file()), Corpus.bytes(path(row)));

        var printed = tool.orElseThrow().run(List.of("--offloading", file.toString()));

        assertThat(String.join("\n", printed)).contains(row.of(release).words);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void weNameAPlaceOrReadTheFile(Row row) {
        var findings = CHECK.check(row.file(), Corpus.bytes(path(row))).findings();

        if (findings.isEmpty()) {
            assertThat(row.file()).isEqualTo("magic-wrong");
        } else {
            assertThat(findings)
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.rule())
                                .isIn(
                                        OffloadBinaryRule.MALFORMED_OFFLOAD_BINARY,
                                        OffloadBinaryRule.NO_IMAGE,
                                        ProfileRule.UNKNOWN_VALUE);
                        assertThat(finding.offset()).isLessThan(Corpus.bytes(path(row)).length);
                    });
        }
    }

    private static String path(Row row) {
        return FOLDER + row.file() + ".bin";
    }
}
