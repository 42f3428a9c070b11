package org.offloadtck.object.check.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.SampleHostObject;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.OffloadBinary.Version;
import org.offloadtck.object.profile.AbiProfiles;

/// Faults of device images, each compared with a correct image.
class DeviceImageCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final String CUDA = "nvptx64-nvidia-cuda";

    @Test
    void findsAnImageOfAnotherMachine() {
        var exe = Corpus.bytes("objects/exe22");

        assertThat(rules(exe)).isEmpty();
        assertThat(rules(withImage(exe, image -> image.putShort(18, (short) 183))))
                .containsExactly("image-for-other-target");
    }

    @ParameterizedTest
    @CsvSource({
        "sm_75, 7, 0x4b054b, ''",
        "sm_75, 7, 0x500550, image-for-other-target",
        "sm_90, 8, 0x06005a04, image-refused",
        "sm_90, 8, 0x06004b04, image-for-other-target image-refused",
        "sm_90a, 8, 0x06005a0c, image-refused",
        "sm_100, 7, 0x640564, image-refused image-refused"
    })
    void readsTheHeaderOfAnImageAsRuntimesDo(
            String arch, int abiVersion, String flags, String rules) {
        var image = cudaImage(abiVersion, Long.decode(flags));

        assertThat(
                        String.join(
                                " ",
                                rules(
                                        SampleHostObject.wrapper(
                                                binary(new Target(CUDA, arch), image)))))
                .isEqualTo(rules);
    }

    @Test
    void namesTheProfilesWhoseRuntimeRejectsAnImage() {
        var wrapper =
                SampleHostObject.wrapper(
                        binary(new Target(CUDA, "sm_90"), cudaImage(8, 0x06005a04)));

        assertThat(CHECK.check("wrapper.o", wrapper).findings())
                .extracting(Finding::problem)
                .containsExactly(
                        "the runtime of llvm-18 llvm-19 llvm-20 rejects the image: e_flags are"
                                + " 0x6005a04 when they should have 0x400, 64-bit addresses");
    }

    @Test
    void reportsTheProfilesWhoseRuntimesLoadACubin() {
        var report = CHECK.check("new.cubin", cudaImage(8, 0x06005a04));

        assertThat(((FileReport.Artifact) report).report().agreesWith())
                .containsExactly(
                        "documented",
                        "llvm-14",
                        "llvm-15",
                        "llvm-16",
                        "llvm-17",
                        "llvm-21",
                        "llvm-22",
                        "llvm-23");
    }

    @Test
    void findsARegisteredImageThatIsNotLinked() {
        var image = image(new ElfHeader(0, 0, ElfType.RELOCATABLE, ElfMachine.X86_64, 1, 0, 0, 0));
        var wrapper =
                SampleHostObject.wrapper(binary(new Target("x86_64-pc-linux-gnu", ""), image));

        assertThat(rules(wrapper)).containsExactly("image-not-linked");
    }

    @Test
    void findsADamagedImage() {
        var image = cpuImage(ElfMachine.X86_64);
        ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).putLong(40, 1L << 40);
        var wrapper =
                SampleHostObject.wrapper(binary(new Target("x86_64-pc-linux-gnu", ""), image));

        assertThat(rules(wrapper)).containsExactly("malformed-image");
    }

    @Test
    void findsAnEntryThatNoImageDefines() {
        var exe = Corpus.bytes("objects/exe22");
        exe[0x6030] = 'p';

        assertThat(CHECK.check("exe22", exe).findings())
                .extracting(finding -> finding.rule().id(), Finding::offset)
                .containsExactly(
                        tuple("entry-in-no-image", 0x2100L),
                        tuple("export-without-entry", 0x2100L));
    }

    @Test
    void findsAnEntryOfAnotherSize() {
        var exe = Corpus.bytes("objects/exe22");
        exe[0x7098 + 32] = 8;

        assertThat(CHECK.check("exe22", exe).findings())
                .extracting(finding -> finding.rule().id(), Finding::offset, Finding::problem)
                .containsExactly(
                        tuple(
                                "host-size-differs",
                                0x70b8L,
                                "the size of 'gto' is 8 when it should be 4, as in the host's"
                                        + " symbol table"),
                        tuple(
                                "entry-size-differs",
                                0x7098L,
                                "'gto' has 8 bytes when it should have 4, as in the image for"
                                        + " triple 'x86_64-pc-linux-gnu', arch ''"));
    }

    @Test
    void findsMembersWhoseWrappersClash() {
        var member = Corpus.bytes("objects/rq16.o");
        var old = List.of(ArchiveMember.of("a.o", member), ArchiveMember.of("b.o", member));
        var fresh = Corpus.bytes("objects/r22.o");
        var later = List.of(ArchiveMember.of("a.o", fresh), ArchiveMember.of("b.o", fresh));

        assertThat(rules(Archive.of("old.a", old).write())).contains("clashing-wrappers");
        assertThat(rules(Archive.of("new.a", later).write())).doesNotContain("clashing-wrappers");
    }

    private static List<String> rules(byte[] file) {
        return CHECK.check("made", file).findings().stream()
                .map(finding -> finding.rule().id())
                .toList();
    }

    private static byte[] binary(Target target, byte[] image) {
        return new OffloadBinary(Version.V1, List.of(Image.of(ImageKind.OBJECT, 1, target, image)))
                .write();
    }

    /// The file with its first image changed.
    private static byte[] withImage(byte[] file, Consumer<ByteBuffer> change) {
        int at = 4;
        while (file[at] != 0x7f || file[at + 1] != 'E' || file[at + 2] != 'L') {
            at++;
        }
        change.accept(
                ByteBuffer.wrap(file, at, file.length - at).slice().order(ByteOrder.LITTLE_ENDIAN));
        return file;
    }

    private static byte[] cpuImage(ElfMachine machine) {
        return image(new ElfHeader(0, 0, ElfType.SHARED, machine, 1, 0, 0, 0));
    }

    private static byte[] cudaImage(int abiVersion, long flags) {
        return image(
                new ElfHeader(
                        0x41, abiVersion, ElfType.EXECUTABLE, ElfMachine.CUDA, 1, 0, flags, 0));
    }

    private static byte[] image(ElfHeader header) {
        var object = new ElfAssembler(header);
        object.section(".text", SectionType.PROGBITS, SectionFlag.mask(SectionFlag.ALLOC), 8)
                .define(SymbolDefinition.global("kernel", 8))
                .u64(0);
        return object.assemble("image").write();
    }
}
