package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.report.Difference;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.offload.OffloadBinary.Version;
import org.offloadtck.object.profile.AbiProfiles;

/// A value that no profile has is a fault, because no release is known to read it. Whoever has such
/// a release adds its profile.
class NewerEditionTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @Test
    void agreesWithTheNewestEditionsWhenNothingIsNew() {
        var report = report(SampleHostObject.object(1, 1, 0, SampleHostObject.binary(Version.V1)));

        assertThat(report.agreesWith()).containsExactly("llvm-21", "llvm-22");
        assertThat(report.findings()).isEmpty();
    }

    @Test
    void doesNotKnowAnOffloadBinaryOfVersionThree() {
        var binary = SampleHostObject.binary(Version.V2);
        binary[4] = 3;

        var report = report(SampleHostObject.object(1, 1, 0, binary));

        assertUnknown(report, "fat-object.binary-version is 3 (section .llvm.offloading)");
    }

    @Test
    void doesNotKnowAnEntryOfVersionTwo() {
        var report = report(SampleHostObject.object(2, 1, 0, SampleHostObject.binary(Version.V2)));

        assertUnknown(report, "entries.version is 2 (entry 'v')");
    }

    @Test
    void doesNotKnowAFlag() {
        var report =
                report(SampleHostObject.object(1, 1, 0x40, SampleHostObject.binary(Version.V2)));

        assertUnknown(report, "entries.openmp-flags is 0x40 (entry 'v')");
        assertThat(report.entries().getFirst().meaning()).isEqualTo("variable, unknown 0x40");
    }

    @Test
    void doesNotKnowAnOffloadKind() {
        var report = report(SampleHostObject.object(1, 16, 0, SampleHostObject.binary(Version.V2)));

        assertUnknown(
                report,
                "fat-object.kind-numbering is a numbering with offload kind 16 (entry 'v')");
        assertThat(report.entries().getFirst().kind()).isEqualTo("unknown(16)");
    }

    @Test
    void doesNotKnowAnImageKind() {
        var binary = SampleHostObject.binary(Version.V2);
        ByteBuffer.wrap(binary).order(ByteOrder.LITTLE_ENDIAN).putShort(32, (short) 9);

        var report = report(binary);

        assertThat(report.findings())
                .flatExtracting(Finding::differences)
                .extracting(difference -> difference.mismatch().field())
                .containsExactly("fat-object.last-image-kind");
        assertThat(report.images().getFirst().kind()).isEqualTo("unknown(9)");
    }

    @Test
    void namesWhatTheNearestProfilesHave() {
        var report = report(SampleHostObject.object(2, 1, 0, SampleHostObject.binary(Version.V2)));

        assertThat(report.findings())
                .flatExtracting(Finding::differences)
                .extracting(Difference::profiles, one -> one.mismatch().expected())
                .containsExactly(tuple(List.of("llvm-23"), "1"));
    }

    @Test
    void namesAnUnknownCodeByItsNumber() {
        var report = report(Corpus.bytes("malformed/offload-binary/offload-kind-99.bin"));

        assertThat(report.agreesWith()).isEmpty();
        assertThat(report.images().getFirst().offloadKind()).isEqualTo("unknown(99)");
    }

    private static void assertUnknown(ObjectReport report, String sentence) {
        assertThat(report.findings())
                .allMatch(finding -> finding.rule() == ProfileRule.UNKNOWN_VALUE)
                .flatExtracting(Finding::differences)
                .extracting(difference -> difference.mismatch().unexpected().sentence())
                .containsOnly(sentence);
        assertThat(report.agreesWith()).isEmpty();
    }

    private static ObjectReport report(byte[] bytes) {
        var report = CHECK.check("new", bytes);
        assertThat(report).isInstanceOf(FileReport.Artifact.class);
        return ((FileReport.Artifact) report).report();
    }
}
