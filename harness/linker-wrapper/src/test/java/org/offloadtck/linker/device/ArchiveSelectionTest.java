package org.offloadtck.linker.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkInput.ArchiveFile;

/// The selection of archive members: the cases measured with the linker wrappers of LLVM 16, 19 and
/// 22. `lm.o` needs a symbol of `la.o`; no object needs `lb.o`.
final class ArchiveSelectionTest {

    private static final LinkInput LM = FatObjects.of("lm.o", "", "libf");
    private static final LinkInput LA = FatObjects.of("la.o", "libf", "");
    private static final LinkInput LB = FatObjects.of("lb.o", "unusedf", "");
    private static final LinkInput LIB = new ArchiveFile("lib.a", List.of(LA, LB));

    private static List<ExtractedImage> select(String profile, List<LinkInput> inputs) {
        return DeviceImageSelection.of(inputs, CorpusInputs.profile(profile), Set.of()).images();
    }

    private static String taken(String profile, String line) {
        var inputs = new ArrayList<LinkInput>();
        for (String word : line.split(" ", -1)) {
            inputs.add(word.equals("lm.o") ? LM : LIB);
        }
        return files(profile, inputs);
    }

    private static String files(String profile, List<LinkInput> inputs) {
        return String.join(
                " ", select(profile, inputs).stream().map(image -> image.origin().file()).toList());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "documented, lm.o lib.a, lm.o la.o",
        "documented, lm.o lib.a lib.a, lm.o la.o",
        "llvm-16, lm.o lib.a, lm.o la.o",
        "llvm-19, lm.o lib.a, lm.o la.o",
        "llvm-22, lm.o lib.a, lm.o la.o lb.o",
        "llvm-16, lib.a lm.o, lm.o",
        "llvm-19, lib.a lm.o, lm.o la.o",
        "llvm-22, lib.a lm.o, lm.o la.o lb.o",
        "llvm-16, lm.o lib.a lib.a, lm.o la.o",
        "llvm-19, lm.o lib.a lib.a, lm.o la.o la.o",
        "llvm-22, lm.o lib.a lib.a, lm.o la.o lb.o la.o lb.o",
        "llvm-16, lib.a, ''",
        "llvm-19, lib.a, ''",
        "llvm-22, lib.a, ''"
    })
    void takesTheMembersThatTheReleaseTakes(String profile, String line, String images) {
        assertThat(taken(profile, line)).isEqualTo(images);
    }

    /// LLVM 16 records the symbols of members that it skips, and treats them as known afterwards.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "documented, user.o first.o second.o third.o",
        "llvm-19, user.o first.o second.o third.o",
        "llvm-16, user.o first.o"
    })
    void searchesAnArchiveUntilItYieldsNoMore(String profile, String images) {
        var chain =
                new ArchiveFile(
                        "chain.a",
                        List.of(
                                FatObjects.of("third.o", "h", ""),
                                FatObjects.of("second.o", "g", "h"),
                                FatObjects.of("first.o", "f", "g")));
        var user = FatObjects.of("user.o", "", "f");

        assertThat(files(profile, List.of(user, chain))).isEqualTo(images);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "documented, la.o lb.o lm.o",
        "llvm-16, lm.o",
        "llvm-19, la.o lb.o lm.o",
        "llvm-22, la.o lb.o lm.o"
    })
    void linksAWholeArchiveWhereTheReleaseKnowsTheOption(String profile, String images) {
        var whole = new LinkInput.WholeArchive((ArchiveFile) LIB);

        assertThat(files(profile, List.of(whole, LM))).isEqualTo(images);
    }

    @Test
    void takesMembersForAnArchThatIsAskedFor() {
        var input =
                DeviceImageSelection.of(List.of(LIB), CorpusInputs.profile("llvm-22"), Set.of(""));

        assertThat(input.images())
                .extracting(image -> image.origin().file())
                .containsExactly("la.o", "lb.o");
    }

    /// As in the archive of the device runtime, which every program's link line names.
    @ParameterizedTest
    @CsvSource({"llvm-16", "llvm-19", "llvm-22"})
    void warnsOfNoMemberWithoutEntries(String profile) {
        var input = DeviceImageSelection.of(List.of(LIB), CorpusInputs.profile(profile), Set.of());

        assertThat(input.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"llvm-16", "llvm-22"})
    void takesNoMemberForATargetThatNoObjectIsFor(String profile) {
        var foreign =
                new ArchiveFile(
                        "foreign.a",
                        List.of(
                                FatObjects.of(
                                        "f.o",
                                        List.of(
                                                FatObjects.image(
                                                        "nvptx64-nvidia-cuda",
                                                        "sm_75",
                                                        new byte[] {1})))));

        assertThat(select(profile, List.of(LA, foreign))).hasSize(1);
    }
}
