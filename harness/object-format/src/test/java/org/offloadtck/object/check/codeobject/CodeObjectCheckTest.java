package org.offloadtck.object.check.codeobject;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.CodeObjectRule;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfiles;

/// Faults planted in code objects that clang and lld linked.
class CodeObjectCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    /// A package with one image: its header, strings and code object.
    private static final class Planted {

        private final byte[] file;
        private final int image;
        private final ElfObject object;

        Planted(String name) {
            file = Corpus.bytes("objects/" + name);
            var bytes = OffloadBinary.parse(name, file).images().getFirst().toByteArray();
            object = ElfObject.parse(name, bytes);
            image = text().indexOf("\u007fELF");
        }

        private String text() {
            return new String(file, ISO_8859_1);
        }

        Symbol descriptor() {
            return object.dynamicSymbols().stream()
                    .filter(symbol -> symbol.name().endsWith(".kd"))
                    .findFirst()
                    .orElseThrow();
        }

        /// Offset of the descriptor, which is in a section whose offset is its address.
        int descriptorOffset() {
            return image + (int) descriptor().value();
        }

        Planted write(int at, int value) {
            file[at] = (byte) value;
            return this;
        }

        Planted write32(int at, int value) {
            ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
            return this;
        }

        /// Replaces the last occurrence of `text` after `from`, or the first.
        Planted replace(String text, String other, Place place) {
            assertThat(other).hasSameSizeAs(text);
            int at = place == Place.FIRST ? text().indexOf(text) : text().lastIndexOf(text);
            assertThat(at).isNotNegative();
            System.arraycopy(other.getBytes(ISO_8859_1), 0, file, at, other.length());
            return this;
        }

        List<Rule> rules() {
            return CHECK.check("planted.bin", file).findings().stream().map(Finding::rule).toList();
        }
    }

    private enum Place {
        FIRST,
        LAST
    }

    private static Planted planted() {
        return new Planted("devc19.bin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "devc16.bin",
                "devc19.bin",
                "devc22.bin",
                "hco16.o",
                "hco22.o",
                "t14.o",
                "z16.o"
            })
    void findsNothingInWhatCompilersWrite(String name) {
        assertThat(CHECK.check(name, Corpus.bytes("objects/" + name)).findings()).isEmpty();
    }

    @Test
    void findsAnotherVersion() {
        var planted = planted();

        assertThat(planted.write(planted.image + 8, 9).rules())
                .containsExactly(CodeObjectRule.CODE_OBJECT_VERSION);
        assertThat(planted.write(planted.image + 7, 65).rules())
                .containsExactly(CodeObjectRule.CODE_OBJECT_VERSION);
    }

    @Test
    void findsAnotherProcessorInTheFlags() {
        var planted = planted();

        assertThat(planted.write(planted.image + 48, 0x30).rules())
                .containsExactly(
                        CodeObjectRule.CODE_OBJECT_FOR_OTHER_PROCESSOR,
                        CodeObjectRule.METADATA_FOR_OTHER_PROCESSOR);
    }

    @Test
    void findsAnotherProcessorInTheContainer() {
        assertThat(planted().replace("gfx90a", "gfx908", Place.FIRST).rules())
                .containsExactly(CodeObjectRule.CODE_OBJECT_FOR_OTHER_PROCESSOR);
    }

    @Test
    void findsAnotherProcessorInTheMetadata() {
        assertThat(planted().replace("--gfx90a", "--gfx908", Place.FIRST).rules())
                .containsExactly(CodeObjectRule.METADATA_FOR_OTHER_PROCESSOR);
    }

    @Test
    void findsADescriptorThatLeadsElsewhere() {
        var planted = planted();

        assertThat(planted.write(planted.descriptorOffset() + 16, 0).rules())
                .containsExactly(CodeObjectRule.DESCRIPTOR_LEADS_ELSEWHERE);
    }

    @Test
    void findsOtherArgumentSizes() {
        var planted = planted();

        assertThat(planted.write32(planted.descriptorOffset() + 8, 8).rules())
                .containsExactly(CodeObjectRule.ARGUMENT_SIZES_DIFFER);
    }

    @Test
    void findsAKernelOfTheMetadataWithoutDescriptor() {
        assertThat(planted().replace("_f_l6.kd", "_f_l9.kd", Place.FIRST).rules())
                .containsExactly(
                        CodeObjectRule.KERNEL_WITHOUT_DESCRIPTOR,
                        CodeObjectRule.KERNEL_WITHOUT_METADATA);
    }

    @Test
    void findsThatMetadataIsMissing() {
        assertThat(planted().replace("AMDGPU\0", "AMDGPO\0", Place.FIRST).rules())
                .containsExactly(CodeObjectRule.CODE_OBJECT_WITHOUT_METADATA);
    }

    @Test
    void findsMalformedMetadata() {
        assertThat(
                        planted()
                                .replace(
                                        "\u00aeamdhsa.kernels", "\u00c1amdhsa.kernels", Place.FIRST)
                                .rules())
                .containsExactly(CodeObjectRule.MALFORMED_METADATA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"devc16.bin", "devc19.bin", "devc22.bin"})
    void findsMetadataWithoutAProcessorOrASize(String name) {
        var unnamed = new Planted(name).replace("--gfx90a", "--Xfx90a", Place.LAST);
        var unsized =
                new Planted(name)
                        .replace(".kernarg_segment_size", "Xkernarg_segment_size", Place.FIRST);

        assertThat(unnamed.rules()).containsExactly(CodeObjectRule.METADATA_FOR_OTHER_PROCESSOR);
        assertThat(unsized.rules()).containsExactly(CodeObjectRule.MALFORMED_METADATA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"devc16.bin", "devc19.bin", "devc22.bin"})
    void findsALinkedCodeObjectOfTheTypeOfAnObject(String name) {
        var planted = new Planted(name);

        assertThat(planted.write(planted.image + 16, 1).rules())
                .containsExactly(ImageRule.NOT_LOADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"devc16.bin", "devc19.bin", "devc22.bin"})
    void findsAHiddenDescriptor(String name) {
        var planted = new Planted(name);
        var table = planted.object.sections(SectionType.DYNSYM).getFirst();
        int row = planted.object.dynamicSymbols().indexOf(planted.descriptor());
        int other = planted.image + (int) table.contents().base() + row * 24 + 5;

        assertThat(planted.write(other, 2).rules())
                .containsExactly(CodeObjectRule.DESCRIPTOR_NOT_EXPORTED);
    }
}
