package org.offloadtck.scenario.wrapper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Steps about an installed linker wrapper that keeps its temporary files.
public final class SavedFilesSteps {

    private static final String IMAGE = "--image=file=image.o,triple=x86_64-pc-linux-gnu";

    private final ScenarioFolder scenarioFolder;
    private String hostLink = "";

    public SavedFilesSteps(ScenarioFolder scenarioFolder) {
        this.scenarioFolder = scenarioFolder;
    }

    /// Links with `echo` as the host linker, which prints its arguments.
    @When("clang-linker-wrapper of LLVM {int} links OpenMP and HIP images and saves its files")
    public void links(int release) {
        scenarioFolder.put("image.c", "int image;".getBytes(UTF_8));
        scenarioFolder.succeed("gcc", "-c", "-fPIC", "-o", "image.o", "image.c");
        scenarioFolder.succeed(
                "clang-offload-packager-" + release,
                "-o",
                "images.bin",
                IMAGE + ",arch=x86-64,kind=openmp",
                IMAGE + ",arch=x86-64-v2,kind=hip");
        hostLink =
                scenarioFolder.succeed(
                        "clang-linker-wrapper-" + release,
                        "--save-temps",
                        "--host-triple=x86_64-unknown-linux-gnu",
                        "--linker-path=" + scenarioFolder.require("echo").program(),
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
