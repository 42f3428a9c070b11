package org.offloadtck.scenario.wrapper;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.scenario.link.ScenarioLink;
import org.offloadtck.scenario.record.UnsupportedException;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps about programs of an installed compiler whose images the kit wraps, run with the
/// compiler's own runtime. The device is the machine's processor, with the runtime's plugin for it.
public final class RealRuntimeSteps {

    private static final String TARGET = "x86_64-pc-linux-gnu";

    private final World world;
    private final ScenarioLink line;
    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;
    private Optional<ToolchainLookup.Found> installation = Optional.empty();

    public RealRuntimeSteps(
            World world, ScenarioLink line, ScenarioFolder scenarioFolder, WrappedImages wrapped) {
        this.world = world;
        this.line = line;
        this.scenarioFolder = scenarioFolder;
        this.wrapped = wrapped;
    }

    @Given("the compiler and the runtime of {word}")
    public void theCompilerAndRuntimeOf(String id) {
        var toolchain = Toolchains.shipped(id);
        world.useProfile(toolchain.profile());
        installation =
                Optional.of(
                        switch (ToolchainLookup.of(toolchain, System.getenv())) {
                            case ToolchainLookup.Found found -> found;
                            case ToolchainLookup.Missing(var reason) ->
                                    throw new UnsupportedException(reason);
                        });
    }

    @When("it compiles {word} for the machine's processor")
    public void compiles(String source) {
        scenarioFolder.put("program.cpp", Corpus.bytes("wrappers/" + source));
        scenarioFolder.succeed(
                place("compiler").getFileName().toString(),
                "-fPIE",
                "-fno-exceptions",
                "-fopenmp",
                "-fopenmp-targets=" + TARGET,
                "-c",
                "-o",
                "program.o",
                "program.cpp");
    }

    @When("the kit wraps its image, linked by gcc")
    public void wraps() {
        var fat = LinkInput.read("program.o", scenarioFolder.read("program.o"));
        var images = line.wrapper().deviceInput(List.of(fat), Set.of());
        wrapped.use(
                images.images().stream().map(this::linked).toList(),
                WrapperOptions.openmp(world.profile()));
        scenarioFolder.put("wrapper.o", wrapped.object().write());
    }

    private LinkedImage linked(ExtractedImage extracted) {
        scenarioFolder.put("image.o", extracted.image().toByteArray());
        scenarioFolder.succeed("gcc", "-shared", "-Wl,-Bsymbolic", "-o", "image.so", "image.o");
        var target = extracted.image().target();
        return new LinkedImage(
                new TargetId(target.triple(), target.arch()),
                MemorySegment.ofArray(scenarioFolder.read("image.so")));
    }

    /// Links with libomp, which libomptarget calls and, in LLVM 16, does not name.
    @Then("the program that {word} links with it prints {string} under that runtime")
    public void prints(String linker, String expected) {
        var runtime = place("runtime");
        var folder = Objects.requireNonNull(runtime.getParent()).toString();
        scenarioFolder.succeed(
                "gcc",
                scenarioFolder.linkingWith(linker),
                "-fuse-ld=" + linker,
                "-o",
                "program",
                "program.o",
                "wrapper.o",
                runtime.toString(),
                "-L" + folder,
                "-Wl,--no-as-needed",
                "-l:libomp.so.5");
        var environment = Map.of("LD_LIBRARY_PATH", folder, "OMP_TARGET_OFFLOAD", "MANDATORY");
        var output = ScenarioFolder.succeed(scenarioFolder.runBuilt("program", environment));
        assertThat(output).isEqualTo(expected + "\n");
    }

    private Path place(String name) {
        return installation.orElseThrow().place(name);
    }
}
