package org.offloadtck.linker.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkInput.ArchiveFile;

/// Which members of archives take part: the cases measured with the linker wrappers of LLVM 16, 19
/// and 22. `lm.o` needs what `la.o` defines, and nobody needs `lb.o`.
final class DeviceInputTest {

    private static final LinkInput LM = FatObjects.of("lm.o", "", "libf");
    private static final LinkInput LA = FatObjects.of("la.o", "libf", "");
    private static final LinkInput LB = FatObjects.of("lb.o", "unusedf", "");
    private static final LinkInput LIB = new ArchiveFile("lib.a", List.of(LA, LB));

    private static String taken(String profile, String line) {
        var inputs = new ArrayList<LinkInput>();
        for (String word : line.split(" ", -1)) {
            inputs.add(word.equals("lm.o") ? LM : LIB);
        }
        return String.join(
                " ",
                DeviceInput.of(inputs, CorpusInputs.profile(profile)).stream()
                        .map(image -> image.origin().file())
                        .toList());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "llvm-16, lm.o lib.a, lm.o la.o",
        "llvm-19, lm.o lib.a, lm.o la.o",
        "llvm-22, lm.o lib.a, lm.o la.o lb.o",
        "llvm-16, lib.a lm.o, lm.o",
        "llvm-19, lib.a lm.o, lm.o la.o",
        "llvm-22, lib.a lm.o, lm.o la.o lb.o",
        "llvm-16, lm.o lib.a lib.a, lm.o la.o",
        "llvm-22, lm.o lib.a lib.a, lm.o la.o lb.o la.o lb.o",
        "llvm-16, lib.a, ''",
        "llvm-19, lib.a, ''",
        "llvm-22, lib.a, ''"
    })
    void takesTheMembersThatTheReleaseTakes(String profile, String line, String images) {
        assertThat(taken(profile, line)).isEqualTo(images);
    }

    @ParameterizedTest
    @CsvSource({"llvm-16", "llvm-19"})
    void searchesAnArchiveUntilItYieldsNoMore(String profile) {
        var chain =
                new ArchiveFile(
                        "chain.a",
                        List.of(
                                FatObjects.of("third.o", "h", ""),
                                FatObjects.of("second.o", "g", "h"),
                                FatObjects.of("first.o", "f", "g")));
        var user = FatObjects.of("user.o", "", "f");

        assertThat(DeviceInput.of(List.of(user, chain), CorpusInputs.profile(profile)))
                .extracting(image -> image.origin().file())
                .containsExactly("user.o", "first.o", "second.o", "third.o");
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

        assertThat(DeviceInput.of(List.of(LA, foreign), CorpusInputs.profile(profile))).hasSize(1);
    }
}
