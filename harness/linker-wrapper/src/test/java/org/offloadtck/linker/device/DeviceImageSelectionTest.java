package org.offloadtck.linker.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.input.LinkInput;

/// The groups of images that are linked together. The rows for `llvm-16`, `llvm-19` and `llvm-22`
/// are the output of that release's `clang-linker-wrapper --dry-run`.
final class DeviceImageSelectionTest {

    private static LinkInput object(String triple, String arch) {
        return FatObjects.of(arch + ".o", List.of(FatObjects.image(triple, arch, new byte[] {1})));
    }

    private static DeviceInput select(String profile, List<LinkInput> inputs) {
        return DeviceImageSelection.of(inputs, CorpusInputs.profile(profile), Set.of());
    }

    /// `target: files, target: files` for AMD images of these arches.
    private static String groups(String profile, String arches) {
        var inputs =
                Arrays.stream(arches.split(" ", -1))
                        .map(arch -> object("amdgcn-amd-amdhsa", arch))
                        .toList();
        return String.join(
                ", ",
                select(profile, inputs).groups().stream()
                        .map(group -> group.target().arch() + ": " + files(group))
                        .toList());
    }

    private static String files(TargetGroup group) {
        return String.join(
                " ",
                group.images().stream()
                        .map(image -> image.origin().file().replace(".o", ""))
                        .toList());
    }

    @Test
    void putsGreaterTriplesAndArchesFirst() {
        var inputs =
                List.of(
                        object("amdgcn-amd-amdhsa", "gfx90a"),
                        object("nvptx64-nvidia-cuda", "sm_75"),
                        object("nvptx64-nvidia-cuda", "sm_90"));

        assertThat(select("llvm-16", inputs).groups())
                .extracting(group -> group.target().toString())
                .containsExactly(
                        "nvptx64-nvidia-cuda:sm_90",
                        "nvptx64-nvidia-cuda:sm_75",
                        "amdgcn-amd-amdhsa:gfx90a");
    }

    @Test
    void neverJoinsArchitecturesOfNvidia() {
        var inputs =
                List.of(
                        object("nvptx64-nvidia-cuda", "sm_75"),
                        object("nvptx64-nvidia-cuda", "sm_90"));

        assertThat(select("llvm-22", inputs).groups())
                .allSatisfy(group -> assertThat(group.images()).hasSize(1));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "llvm-16 | gfx90a gfx90a:xnack+ | gfx90a:xnack+: gfx90a:xnack+, gfx90a: gfx90a",
                "llvm-18 | gfx90a gfx90a:xnack+"
                        + " | gfx90a:xnack+: gfx90a:xnack+, gfx90a: gfx90a gfx90a:xnack+",
                "llvm-18 | generic gfx90a | gfx90a: gfx90a, generic: generic",
                "llvm-19 | gfx90a:xnack- gfx90a:xnack+"
                        + " | gfx90a:xnack-: gfx90a:xnack-, gfx90a:xnack+: gfx90a:xnack+",
                "llvm-22 | gfx90a:xnack-:sramecc+ gfx90a:xnack-"
                        + " | gfx90a:xnack-:sramecc+: gfx90a:xnack-:sramecc+ gfx90a:xnack-,"
                        + " gfx90a:xnack-: gfx90a:xnack-",
                "llvm-22 | gfx90a:xnack-:sramecc+ gfx90a:sramecc-"
                        + " | gfx90a:xnack-:sramecc+: gfx90a:xnack-:sramecc+,"
                        + " gfx90a:sramecc-: gfx90a:sramecc-",
                "llvm-23 | generic gfx90a | gfx90a: generic gfx90a",
                "llvm-23 | gfx90a gfx90a:xnack+ gfx90a:xnack-"
                        + " | gfx90a:xnack-: gfx90a gfx90a:xnack-,"
                        + " gfx90a:xnack+: gfx90a gfx90a:xnack+"
            })
    void groupsByTheRuleOfTheProfile(String profile, String arches, String groups) {
        assertThat(groups(profile, arches)).isEqualTo(groups);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "gfx90a gfx90a:xnack+ gfx90a:xnack-"
                        + " | gfx90a:xnack-: gfx90a:xnack-, gfx90a:xnack+: gfx90a:xnack+,"
                        + " gfx90a: gfx90a gfx90a:xnack+ gfx90a:xnack-",
                "gfx90a:xnack+ gfx90a:xnack- gfx90a"
                        + " | gfx90a:xnack-: gfx90a:xnack- gfx90a,"
                        + " gfx90a:xnack+: gfx90a:xnack+ gfx90a, gfx90a: gfx90a",
                "generic gfx90a gfx906"
                        + " | gfx90a: gfx90a, gfx906: gfx906, generic: generic gfx90a gfx906",
                "gfx90a gfx906 generic"
                        + " | gfx90a: gfx90a generic, gfx906: gfx906 generic, generic: generic"
            })
    void letsTheOrderOnTheLineDecideAsReleasesDo(String arches, String groups) {
        assertThat(groups("llvm-19", arches)).isEqualTo(groups);
        assertThat(groups("llvm-22", arches)).isEqualTo(groups);
    }
}
