package org.offloadtck.object.check.bitcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.BitcodeRule;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfiles;

/// Faults planted in objects of clang whose images are bitcode.
class BitcodeImageCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final String NVPTX = "nvptx64-nvidia-cuda\0";
    private static final String AMDGCN = "amdgcn-amd-amdhsa\0\0\0";

    private static byte[] object(String name) {
        return Corpus.bytes("objects/" + name);
    }

    private static List<Finding> findings(byte[] file) {
        return CHECK.check("planted.o", file).findings();
    }

    /// Replaces the occurrence of `text` with that number by another text of the same length.
    private static byte[] replaced(byte[] file, int number, String text, String other) {
        assertThat(other).hasSameSizeAs(text);
        var all = new String(file, ISO_8859_1);
        int at = all.indexOf(text);
        for (int index = 0; index < number; index++) {
            at = all.indexOf(text, at + 1);
        }
        assertThat(at).as("occurrence of %s", text).isNotNegative();
        return (all.substring(0, at) + other + all.substring(at + text.length()))
                .getBytes(ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({"tn16.o, 1, 2", "tn22.o, 1, 2", "cu16.o, 2, 1", "cu22.o, 2, 4"})
    void findsAnImageOfAnotherKindThanItsKernels(String name, char own, char other) {
        var file = object(name);
        int binary = new String(file, ISO_8859_1).indexOf("\u0010\u00ff\u0010\u00ad");
        int kind = binary + 34;
        assertThat(file[kind]).isEqualTo((byte) (own - '0'));
        file[kind] = (byte) (other - '0');

        assertThat(findings(file))
                .anySatisfy(found -> {
                    assertThat(found.rule()).isEqualTo(OffloadBinaryRule.KERNELS_OF_OTHER_KIND);
                    assertThat(found.offset()).isEqualTo(kind);
                });
    }

    /// The third name of the region in the bitcode is that of the definition.
    @ParameterizedTest
    @ValueSource(strings = {"tn16.o", "tn19.o", "tn22.o"})
    void oneCompilationDefinesItsRegionsForEachTarget(String name) {
        var file = object(name);
        var region = "__omp_offloading_fe00_218480_foo_l11";
        var host = new String(file, ISO_8859_1).split("BC\u00c0\u00de", 2)[0];
        int before = host.split(region, -1).length - 1;
        var lost = replaced(file, before + 2, region, "X" + region.substring(1));

        assertThat(findings(lost))
                .extracting(Finding::rule)
                .contains(BitcodeRule.ENTRY_NOT_IN_BITCODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "devn16.o",
                "devn19.o",
                "devn22.o",
                "deva22.o",
                "la16b.o",
                "lm16b.o",
                "cu16.o",
                "cu19.o",
                "cu22.o",
                "h16.o",
                "h19.o",
                "h22.o"
            })
    void findsNothingInWhatCompilersWrite(String name) {
        assertThat(findings(object(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"devn16.o", "devn19.o", "devn22.o"})
    void findsATripleThatIsNotTheContainers(String name) {
        assertThat(findings(replaced(object(name), 0, NVPTX, AMDGCN)))
                .filteredOn(finding -> finding.rule() == BitcodeRule.BITCODE_FOR_OTHER_TARGET)
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.problem())
                                .contains("'nvptx64-nvidia-cuda'", "'amdgcn-amd-amdhsa'"));
    }

    @ParameterizedTest
    @CsvSource({"devn16.o", "devn19.o", "devn22.o", "deva22.o"})
    void findsAnEntryThatTheBitcodeDoesNotDefine(String name) {
        var planted = replaced(object(name), 0, "shared\0", "sharod\0");

        assertThat(rules(planted)).contains(BitcodeRule.ENTRY_NOT_IN_BITCODE);
    }

    /// The entry's name is the last occurrence of the kernel's in the host's strings.
    @Test
    void findsAnEntryThatTheBitcodeOfNoTargetDefines() {
        var text = new String(object("cu19.o"), ISO_8859_1);
        var planted = text.replace("\0_Z4kernPi\0", "\0XZ4kernPi\0").getBytes(ISO_8859_1);

        assertThat(rules(planted))
                .contains(BitcodeRule.ENTRY_NOT_IN_BITCODE)
                .doesNotContain(BitcodeRule.ENTRY_NOT_IN_BITCODE_OF_ONE_TARGET);
    }

    @ParameterizedTest
    @CsvSource({"devn16.o", "devn19.o", "devn22.o", "deva22.o"})
    void findsARegionThatTheHostDoesNotHave(String name) {
        var planted = replaced(object(name), 0, "_f_l6\0", "_g_l6\0");

        assertThat(rules(planted))
                .contains(BitcodeRule.ENTRY_NOT_IN_BITCODE, BitcodeRule.KERNEL_WITHOUT_ENTRY);
    }

    /// Only the symbol table can be cut off: LLVM builds it anew.
    @ParameterizedTest
    @ValueSource(strings = {"devn16.o", "devn19.o", "devn22.o"})
    void findsBitcodeThatIsCutAnywhere(String name) {
        var image = image(name);
        for (int size = Integer.BYTES; size < image.length - 8; size += Integer.BYTES) {
            assertThat(rules(binary(Arrays.copyOf(image, size))))
                    .as("%s cut to %d bytes", name, size)
                    .containsExactly(BitcodeRule.MALFORMED_BITCODE);
        }
    }

    @Test
    void findsADefinitionInTwoImagesOfOneTarget() {
        var image = image("devn22.o");
        var section = new ByteArrayOutputStream();
        section.writeBytes(binary(image));
        section.writeBytes(binary(image));

        assertThat(rules(section.toByteArray())).containsExactly(BitcodeRule.DEFINED_TWICE_IN_LTO);
    }

    @Test
    void judgesABitcodeFile() {
        var report = CHECK.check("dev.bc", image("devn22.o"));

        assertThat(report).isInstanceOf(FileReport.Artifact.class);
        assertThat(report.findings()).isEmpty();
        assertThat(((FileReport.Artifact) report).report().unjudged())
                .singleElement()
                .asString()
                .contains("no host entries");
    }

    @Test
    void rejectsADamagedBitcodeFile() {
        var cut = Arrays.copyOf(image("devn22.o"), 400);

        assertThat(CHECK.check("dev.bc", cut).findings())
                .extracting(Finding::rule)
                .containsExactly(BitcodeRule.MALFORMED_BITCODE);
    }

    private static byte[] binary(byte[] image) {
        var target = new OffloadBinary.Target("nvptx64-nvidia-cuda", "sm_75");
        var packed = OffloadBinary.Image.of(ImageKind.BITCODE, 1, target, image);
        return new OffloadBinary(OffloadBinary.Version.V1, List.of(packed)).write();
    }

    private static byte[] image(String object) {
        var carrier =
                ElfObject.parse(object, object(object)).section(".llvm.offloading").orElseThrow();
        var binary = OffloadBinary.parseAll(carrier.contents()).getFirst().binary();
        return binary.images().getFirst().toByteArray();
    }

    private static List<Rule> rules(byte[] file) {
        return findings(file).stream().map(Finding::rule).toList();
    }
}
