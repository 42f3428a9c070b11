package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.offload.OffloadBinary.Version;
import org.offloadtck.object.profile.AbiProfiles;

/// A check judges every file; it raises nothing.
class DamagedArtifactTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    static Stream<Arguments> intact() {
        return Stream.of(
                Arguments.of(
                        "an object",
                        SampleHostObject.object(1, 1, 0, SampleHostObject.binary(Version.V2))),
                Arguments.of("an offload binary", SampleHostObject.binary(Version.V1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("intact")
    void everyPrefixIsChecked(String name, byte[] intact) {
        for (int length = 0; length < intact.length; length++) {
            check(name + ", prefix of " + length, Arrays.copyOf(intact, length));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("intact")
    void everyFlippedBitIsChecked(String name, byte[] intact) {
        for (int bit = 0; bit < intact.length * 8; bit++) {
            byte[] damaged = intact.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            check(name + ", bit " + bit + " flipped", damaged);
        }
    }

    @Test
    void bytesFlippedAllOverAnExecutableAreChecked() {
        byte[] intact = Corpus.bytes("objects/exe22");
        for (int at = 0; at < intact.length; at += 331) {
            byte[] damaged = intact.clone();
            damaged[at] ^= (byte) 0x80;
            check("byte " + at + " of exe22 flipped", damaged);
        }
    }

    @Test
    void aMalformedOffloadBinaryIsAFindingAtItsPlace() {
        var binary = SampleHostObject.binary(Version.V2);
        binary[8] = 1;

        var report = CHECK.check("bad.o", SampleHostObject.object(1, 1, 0, binary));

        assertThat(report.findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.rule())
                            .isEqualTo(OffloadBinaryRule.MALFORMED_OFFLOAD_BINARY);
                    assertThat(finding.section()).isEqualTo(".llvm.offloading");
                });
    }

    private static void check(String damage, byte[] bytes) {
        try {
            assertThat(CheckReportText.of(CHECK.check(damage, bytes))).isNotBlank();
        } catch (RuntimeException unexpected) {
            fail(damage, unexpected);
        }
    }
}
