package org.offloadtck.linker.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.extract.ExtractedImage;
import org.offloadtck.linker.extract.Origin;
import org.offloadtck.object.profile.TargetMatching;

final class SelectionTest {

    private static ExtractedImage image(String triple, String arch) {
        return new ExtractedImage(
                FatObjects.image(triple, arch, new byte[] {1}), new Origin(arch + ".o", "", 0, 0));
    }

    /// `target: files, target: files` for AMD images of these arches.
    private static String groups(TargetMatching matching, String arches) {
        var images = new ArrayList<ExtractedImage>();
        for (String arch : arches.split(" ", -1)) {
            images.add(image("amdgcn-amd-amdhsa", arch));
        }
        return String.join(
                ", ",
                Selection.groups(images, matching).stream()
                        .map(group -> group.target().arch() + ": " + files(group))
                        .toList());
    }

    private static String files(TargetGroup group) {
        return String.join(
                " ", group.images().stream().map(image -> image.origin().file()).toList());
    }

    @Test
    void putsGreaterTriplesAndArchesFirst() {
        var images =
                List.of(
                        image("amdgcn-amd-amdhsa", "gfx90a"),
                        image("nvptx64-nvidia-cuda", "sm_75"),
                        image("nvptx64-nvidia-cuda", "sm_90"));

        assertThat(Selection.groups(images, TargetMatching.EXACT))
                .extracting(group -> group.target().toString())
                .containsExactly(
                        "nvptx64-nvidia-cuda:sm_90",
                        "nvptx64-nvidia-cuda:sm_75",
                        "amdgcn-amd-amdhsa:gfx90a");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "EXACT | gfx90a gfx90a:xnack+ | gfx90a:xnack+: gfx90a:xnack+.o, gfx90a: gfx90a.o",
                "SAME_PROCESSOR | gfx90a gfx90a:xnack+"
                        + " | gfx90a:xnack+: gfx90a.o gfx90a:xnack+.o,"
                        + " gfx90a: gfx90a.o gfx90a:xnack+.o",
                "SAME_PROCESSOR | gfx90a:xnack- gfx90a:xnack+"
                        + " | gfx90a:xnack-: gfx90a:xnack-.o, gfx90a:xnack+: gfx90a:xnack+.o",
                "SAME_PROCESSOR | generic gfx90a | gfx90a: gfx90a.o, generic: generic.o",
                "GENERIC | generic gfx90a | gfx90a: generic.o gfx90a.o, generic: generic.o gfx90a.o",
                "MOST_SPECIFIC | generic gfx90a | gfx90a: generic.o gfx90a.o",
                "MOST_SPECIFIC | gfx90a gfx90a:xnack+ gfx90a:xnack-"
                        + " | gfx90a:xnack-: gfx90a.o gfx90a:xnack-.o,"
                        + " gfx90a:xnack+: gfx90a.o gfx90a:xnack+.o"
            })
    void groupsByTheRuleOfTheProfile(TargetMatching matching, String arches, String groups) {
        assertThat(groups(matching, arches)).isEqualTo(groups);
    }
}
