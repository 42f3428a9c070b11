package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.profile.AbiProfiles;

/// Checks of files that real compilers and linkers wrote.
class ArtifactCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final Map<String, List<String>> FAULTS =
            Map.of(
                    "rq16.o", List.of("extracted-again", "linked-beside-unlinked", "shared-table"),
                    "r19.o", List.of("extracted-again"),
                    "r22.o", List.of("extracted-again"),
                    "d22.o", List.of("extracted-again", "input-linked-twice"),
                    "exe16w22", List.of("unregistered-entries", "mixed-releases"),
                    "exe22w16", List.of("unregistered-entries", "no-profile"),
                    "exe22r22", List.of("linked-again", "images-for-one-device"));

    static List<String> artifacts() {
        return Corpus.list("objects/").stream()
                .map(path -> path.substring("objects/".length()))
                .filter(name ->
                        name.endsWith(".o") || name.endsWith(".bin") || name.matches("exe.*"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "t14.o, 14, 14",
        "t14n.o, 14, 14",
        "t15.o, 15, 18",
        "t16.o, 15, 18",
        "t19.o, 19, 19",
        "t22.o, 21, 22",
        "tn16.o, 15, 18",
        "tn19.o, 19, 19",
        "tn22.o, 21, 22",
        "z16.o, 15, 18",
        "i16.o, 15, 18",
        "i19.o, 19, 19",
        "i22.o, 22, 22",
        "ind23.o, 23, 23",
        "cu16.o, 15, 17",
        "cu19.o, 19, 19",
        "cu22.o, 21, 22",
        "c23.o, 23, 23",
        "h15.o, 15, 18",
        "h16.o, 15, 18",
        "h19.o, 19, 19",
        "h22.o, 21, 22",
        "h23.o, 23, 23",
        "r19.o, 19, 19",
        "r22.o, 21, 22",
        "rp22.o, 21, 22",
        "rq16.o, 15, 17",
        "exe16, 15, 17",
        "exe19, 19, 19",
        "exe22, 21, 22"
    })
    void agreesWithTheEditionsThatCanHaveWrittenAnObject(String file, int first, int last) {
        var expected = IntStream.rangeClosed(first, last).mapToObj(one -> "llvm-" + one).toList();

        assertThat(report(file).agreesWith()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "p16.bin, documented llvm-15 llvm-16 llvm-17 llvm-18 llvm-19 llvm-20",
        "p19.bin, documented llvm-15 llvm-16 llvm-17 llvm-18 llvm-19 llvm-20 llvm-21 llvm-22",
        "p22.bin, llvm-21 llvm-22",
        "p23.bin, llvm-23"
    })
    void agreesWithTheProfilesThatReadAPackage(String file, String profiles) {
        assertThat(report(file).agreesWith()).containsExactly(profiles.split(" ", -1));
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void findsTheDocumentedFaultsAndNoOthers(String file) {
        assertThat(report(file).findings())
                .extracting(finding -> finding.rule().id())
                .containsExactlyElementsOf(FAULTS.getOrDefault(file, List.of()));
        assertThat(report(file).findings())
                .noneMatch(finding -> finding.rule() == ProfileRule.UNKNOWN_VALUE);
    }

    @Test
    void placesEachFault() {
        assertThat(report("rq16.o").findings())
                .extracting(Finding::section, Finding::offset)
                .containsExactly(
                        tuple(".llvm.offloading", 0x298L),
                        tuple(".llvm.offloading", 0x4428L),
                        tuple("omp_offloading_entries", 0x218L));
    }

    @Test
    void namesTheSectionsOfTheBundler() {
        assertThat(report("t14.o").images())
                .singleElement()
                .satisfies(image -> {
                    assertThat(image.carrier()).isEqualTo("bundler section");
                    assertThat(image.section())
                            .isEqualTo("__CLANG_OFFLOAD_BUNDLE__openmp-x86_64-pc-linux-gnu");
                    assertThat(image.triple()).isEqualTo("x86_64-pc-linux-gnu");
                });
    }

    @Test
    void namesTheRawSectionOfTheFirstNewDriver() {
        assertThat(report("t14n.o").images())
                .singleElement()
                .satisfies(image -> {
                    assertThat(image.carrier()).isEqualTo("raw section");
                    assertThat(image.section())
                            .isEqualTo(".llvm.offloading.x86_64-pc-linux-gnu..t");
                });
    }

    @Test
    void namesAKindAsTheAgreeingProfilesDo() {
        assertThat(report("h16.o").images())
                .extracting(ImageReport::offloadKind)
                .containsOnly("hip");
        assertThat(report("h22.o").images())
                .extracting(ImageReport::offloadKind)
                .containsOnly("hip");
        assertThat(report("h22.o").entries()).extracting(EntryReport::kind).containsOnly("hip");
    }

    @Test
    void treatsTheProducerAsAHintOnly() {
        assertThat(report("exe19").producers())
                .contains("Debian clang version 16.0.6 (15~deb12u1)");
        assertThat(report("exe19").agreesWith()).containsExactly("llvm-19");
    }

    @Test
    void reportsTheMismatchesOfAProfile() {
        var verdict =
                report("t16.o").profiles().stream()
                        .filter(one -> one.profile().equals("documented"))
                        .findFirst()
                        .orElseThrow();

        assertThat(verdict.byField())
                .extracting(ProfileMismatch::sentence)
                .containsExactly(
                        "fat-object.section.type is 0x6fff4c0b when it should be 0x1 (section"
                                + " .llvm.offloading)",
                        "entries.section-flags is 0x3 when it should be 0x2 (section"
                                + " omp_offloading_entries)");
    }

    @Test
    void reportsThatAnyOtherFileIsOfNoKnownFormat() {
        assertThat(CHECK.check("t.c", Corpus.bytes("objects/t.c")))
                .isEqualTo(new FileReport.UnknownFormat("t.c"));
    }

    private static ObjectReport report(String file) {
        var report = CHECK.check(file, Corpus.bytes("objects/" + file));
        assertThat(report).isInstanceOf(FileReport.Artifact.class);
        return ((FileReport.Artifact) report).report();
    }

    @ParameterizedTest
    @ValueSource(strings = {"p16.bin", "p19.bin", "p22.bin", "p23.bin"})
    void recognisesAnOffloadBinaryWithoutItsMagic(String name) {
        var bytes = Corpus.bytes("objects/" + name);
        bytes[0] ^= 1;

        assertThat(CHECK.check(name, bytes).findings())
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.rule()).isEqualTo(OffloadBinaryRule.MALFORMED_OFFLOAD_BINARY);
                    assertThat(found.offset()).isZero();
                });
    }
}
