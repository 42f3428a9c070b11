package org.offloadtck.scenario.wrapper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.scenario.world.ScenarioFolder;

/// An installed linker wrapper that keeps the files it makes.
public final class SavedFilesSteps {

    private static final String IMAGE = "--image=file=image.o,triple=x86_64-pc-linux-gnu";

    private final ScenarioFolder workbench;
    private String hostLink = "";

    public SavedFilesSteps(ScenarioFolder workbench) {
        this.workbench = workbench;
    }

    /// The host linker is `echo`, which prints what it is given.
    @When("clang-linker-wrapper of LLVM {int} links OpenMP and HIP images and saves its files")
    public void links(int release) {
        workbench.put("image.c", "int image;".getBytes(UTF_8));
        workbench.succeed("gcc", "-c", "-fPIC", "-o", "image.o", "image.c");
        workbench.succeed(
                "clang-offload-packager-" + release,
                "-o",
                "images.bin",
                IMAGE + ",arch=x86-64,kind=openmp",
                IMAGE + ",arch=x86-64-v2,kind=hip");
        hostLink =
                workbench.succeed(
                        "clang-linker-wrapper-" + release,
                        "--save-temps",
                        "--host-triple=x86_64-unknown-linux-gnu",
                        "--linker-path=" + workbench.require("echo").program(),
                        "-o",
                        "program",
                        "images.bin");
    }

    @Then("^it gives the host linker the wrapper objects (\\S+(?:, \\S+)*)$")
    public void gives(String objects) {
        assertThat(Arrays.stream(hostLink.strip().split(" ", -1)))
                .filteredOn(word -> word.endsWith(".wrapper.o"))
                .isEqualTo(List.of(objects.split(", ", -1)));
    }
}
