package org.offloadtck.object.check.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.object.container.OffloadBundle;
import org.offloadtck.object.container.OffloadBundle.CodeObject;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.profile.AbiProfiles;

/// Fat binaries and bundles, as files and through the wrappers that register them.
class FatBinaryCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final byte[] PTX =
            new FatBinary(
                            List.of(
                                    new FatBinary.Image(
                                            Kind.PTX,
                                            75,
                                            ByteBuffer.wrap(
                                                    ".version 8.0\n.target sm_75\n"
                                                            .getBytes(UTF_8)))))
                    .write();

    private static final byte[] BUNDLE =
            new OffloadBundle(
                            List.of(
                                    new CodeObject(
                                            "host-x86_64-unknown-linux--", ByteBuffer.allocate(0)),
                                    new CodeObject(
                                            "hipv4-amdgcn-amd-amdhsa--gfx90a",
                                            ByteBuffer.wrap(codeObject()))))
                    .write();

    @Test
    void showsTheImagesOfAFatBinary() {
        assertThat(report(PTX).images())
                .extracting(ImageReport::kind, ImageReport::offloadKind, ImageReport::arch)
                .containsExactly(tuple("ptx", "cuda", "sm_75"));
        assertThat(report(PTX).kind()).isEqualTo("CUDA fat binary");
    }

    @Test
    void showsTheCodeObjectsOfABundle() {
        assertThat(report(BUNDLE).images())
                .extracting(
                        ImageReport::offloadKind,
                        ImageReport::triple,
                        ImageReport::arch,
                        ImageReport::offset)
                .containsExactly(tuple("hip", "amdgcn-amd-amdhsa", "gfx90a", 4096L));
    }

    @ParameterizedTest
    @CsvSource({
        "0x466243b1, .nvFatBinSegment, .nv_fatbin",
        "0x48495046, .hipFatBinSegment, .hip_fatbin"
    })
    void followsAWrapperToItsImages(String magic, String segment, String section) {
        var contents = section.equals(".hip_fatbin") ? BUNDLE : PTX;
        var object = report(wrapper(Long.decode(magic), segment, section, contents));

        assertThat(object.findings()).isEmpty();
        assertThat(object.images()).extracting(ImageReport::section).containsExactly(section);
    }

    @ParameterizedTest
    @CsvSource({
        "0x48495046, .nvFatBinSegment, malformed-registration, 0",
        "0x466243b1, .nvFatBinSegment, malformed-fat-binary, 1"
    })
    void findsAWrongMagic(String magic, String segment, String rule, int firstByte) {
        var contents = PTX.clone();
        contents[0] += (byte) firstByte;

        assertThat(report(wrapper(Long.decode(magic), segment, ".nv_fatbin", contents)).findings())
                .extracting(finding -> finding.rule().id())
                .containsExactly(rule);
    }

    @Test
    void reportsImagesOfUnknownCompressionAsNotChecked() {
        var compressed = PTX.clone();
        compressed[16 + 16] = 1;

        assertThat(report(compressed).findings()).isEmpty();
        assertThat(report(compressed).unjudged())
                .containsExactly(
                        "device images from 0x38 on: image is compressed, but neither with LZ4 nor"
                                + " with Zstandard");
        assertThat(report("CCOB and more".getBytes(UTF_8)).unjudged()).hasSize(1);
    }

    /// An ELF file without kernels, of code object version 5 for gfx90a.
    private static byte[] codeObject() {
        var header = new ElfHeader(64, 3, ElfType.SHARED, ElfMachine.AMDGPU, 1, 0, 0x53f, 0);
        return new ElfAssembler(header).assemble("code object").write();
    }

    private static ObjectReport report(byte[] file) {
        var report = CHECK.check("made", file);
        assertThat(report).isInstanceOf(FileReport.Artifact.class);
        return ((FileReport.Artifact) report).report();
    }

    private static byte[] wrapper(long magic, String segment, String section, byte[] contents) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        long flags = SectionFlag.mask(SectionFlag.ALLOC);
        object.section(section, SectionType.PROGBITS, flags, 16)
                .define(SymbolDefinition.local("images", contents.length))
                .bytes(contents);
        object.section(segment, SectionType.PROGBITS, flags, 8)
                .u32(magic)
                .u32(1)
                .address("images", 0)
                .u64(0);
        return object.assemble("wrapper.o").write();
    }
}
