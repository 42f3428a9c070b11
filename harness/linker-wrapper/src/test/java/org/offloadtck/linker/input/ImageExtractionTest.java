package org.offloadtck.linker.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.SampleObject;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;

final class ImageExtractionTest {

    private static List<ExtractedImage> images(LinkInput input, String profile) {
        return new ImageExtraction(CorpusInputs.profile(profile).fatObject().carrier())
                .images(input);
    }

    @ParameterizedTest(name = "{0} under {1}")
    @CsvSource({
        "t15.o, llvm-15, x86_64-pc-linux-gnu, 17",
        "z16.o, llvm-16, nvptx64-nvidia-cuda:sm_75, 19",
        "z16.o, documented, nvptx64-nvidia-cuda:sm_75, 19",
        "t19.o, llvm-19, x86_64-pc-linux-gnu, 13",
        "t22.o, llvm-22, x86_64-pc-linux-gnu:generic, 13",
        "h23.o, llvm-23, amdgcn-amd-amdhsa:gfx908, 11",
        "t14.o, llvm-14, x86_64-pc-linux-gnu, 23",
        "t14n.o, llvm-14, x86_64-pc-linux-gnu, 17"
    })
    void findsTheImageOfAFatObject(String file, String profile, String target, int section) {
        var images = images(CorpusInputs.object(file), profile);

        assertThat(images.getFirst().target()).hasToString(target);
        assertThat(images.getFirst().origin().file()).isEqualTo(file);
        assertThat(images.getFirst().origin().sectionIndex()).isEqualTo(section);
    }

    @ParameterizedTest(name = "{0} has {1}")
    @CsvSource({"tn16.o, 2", "tn19.o, 2", "tn22.o, 2", "p16.bin, 2", "p19.bin, 1", "p23.bin, 2"})
    void findsEveryImage(String file, int count) {
        assertThat(images(CorpusInputs.object(file), "llvm-23")).hasSize(count);
    }

    @Test
    void countsTheImagesOfAFileOfOffloadBinaries() {
        assertThat(images(CorpusInputs.object("p16.bin"), "llvm-16"))
                .extracting(image -> image.origin().toString())
                .containsExactly("p16.bin: image 0", "p16.bin: image 1");
    }

    @Test
    void takesTheImageBytesAsTheyAre() {
        var image = images(CorpusInputs.object("z16.o"), "llvm-16").getFirst();

        assertThat(image.image().toByteArray()).startsWith(0x7f, 'E', 'L', 'F').hasSize(33096);
    }

    @Test
    void matchesASectionByTypeAndNotByName() {
        byte[] binary = binary();
        var named = object(".llvm.offloading", SectionType.PROGBITS, binary);
        var typed = object("anything", SectionType.LLVM_OFFLOADING, binary);

        assertThat(images(named, "llvm-16")).isEmpty();
        assertThat(images(typed, "llvm-16"))
                .extracting(image -> image.origin().toString())
                .containsExactly("a.o: anything [1] image 0");
    }

    @Test
    void matchesASectionByNameWhereTheDocumentsGiveItNoTypeOfItsOwn() {
        assertThat(images(object(".llvm.offloading", SectionType.PROGBITS, binary()), "documented"))
                .hasSize(1);
    }

    @Test
    void findsTheSameImageAgainInWhatAnOffloadLinkMade() {
        assertThat(images(CorpusInputs.object("r22.o"), "llvm-22")).hasSize(1);
        assertThat(images(CorpusInputs.object("rq16.o"), "llvm-16")).hasSize(2);
        assertThat(images(CorpusInputs.object("exe22"), "llvm-22")).hasSize(1);
    }

    @Test
    void rejectsASectionWithoutOffloadBinaries() {
        var object = object("s", SectionType.LLVM_OFFLOADING, new byte[] {1, 2, 3, 4});

        assertThatThrownBy(() -> images(object, "llvm-16"))
                .isInstanceOfSatisfying(
                        MalformedObjectException.class,
                        refusal -> assertThat(refusal.source()).isEqualTo("a.o"));
    }

    private static LinkInput object(String section, SectionType type, byte[] contents) {
        var bytes =
                SampleObject.named("a.o")
                        .section(
                                section,
                                type,
                                SectionFlag.mask(SectionFlag.EXCLUDE),
                                data -> data.bytes(contents))
                        .bytes();
        return LinkInput.read("a.o", bytes);
    }

    private static byte[] binary() {
        var target = new OffloadBinary.Target("nvptx64-nvidia-cuda", "sm_75");
        var image = OffloadBinary.Image.of(ImageKind.OBJECT, 1, target, new byte[] {1});
        return new OffloadBinary(OffloadBinary.Version.V1, List.of(image)).write();
    }
}
