package org.offloadtck.scenario.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.scenario.record.UnsupportedException;
import org.offloadtck.scenario.world.ScenarioFolder;
import org.offloadtck.scenario.world.World;

/// Steps that link outputs of relocatable links to programs with the machine's linkers, and run the
/// programs.
public final class RelocatableRunSteps {

    /// A program that calls `foo` of `objects/t.c`.
    private static final String CALLS_FOO =
            """
            int printf(const char *, ...);
            int foo(int);
            int main(void) { printf("%d\\n", foo(2)); }
            """;

    private static final String CALLS_BOTH =
            """
            int printf(const char *, ...);
            int foo(int);
            int bar(int);
            int main(void) { printf("%d %d\\n", foo(2), bar(5)); }
            """;

    private static final String BAR =
            """
            extern "C" int bar(int n) {
              int s = 0;
            #pragma omp target map(tofrom: s)
              { s += 3 * n; }
              return s;
            }
            """;

    /// The result of `foo(2)` of `objects/t.c`: 2 + gto + gbig[1] + glink + sloc.
    private static final int FOO = 2 + 7 + 2 + 3 + 5;

    private final World world;
    private final ScenarioLink line;
    private final RelocatableProducts products;
    private final ScenarioFolder scenarioFolder;

    public RelocatableRunSteps(
            World world,
            ScenarioLink line,
            RelocatableProducts products,
            ScenarioFolder scenarioFolder) {
        this.world = world;
        this.line = line;
        this.products = products;
        this.scenarioFolder = scenarioFolder;
    }

    @When("the line is linked to an object, its image by ld")
    public void link() {
        products.link(wrapper(), line.inputs());
    }

    @When("what {word} compiles of a region bar is linked to an object, its image by ld")
    public void linkCompiled(String compiler) {
        scenarioFolder.put("bar.cpp", BAR.getBytes(UTF_8));
        scenarioFolder.succeed(
                compiler,
                "-O1",
                "-fopenmp",
                "-fopenmp-targets=x86_64-pc-linux-gnu",
                "-c",
                "bar.cpp");
        products.link(wrapper(), List.of(LinkInput.read("bar.o", scenarioFolder.read("bar.o"))));
    }

    private LinkerWrapper wrapper() {
        return new LinkerWrapper(
                world.profile(),
                new DeviceLinkers(List.of(new SharedObjectLinker(scenarioFolder))));
    }

    @Then("^a program that (.+) links with (\\S+) offloads foo under the runtime of (\\S+)$")
    public void offloads(String compiler, String form, String toolchain) {
        link(compiler, CALLS_FOO, form(form), runtime(toolchain));
        var result = run(runtime(toolchain));
        assertThat(ScenarioFolder.succeed(result)).isEqualTo("%d\n".formatted(FOO));
    }

    @Then("a program that gcc links with both offloads foo and bar under the runtime of {word}")
    public void bothOffload(String toolchain) {
        link("gcc", CALLS_BOTH, objects(), runtime(toolchain));
        var result = run(runtime(toolchain));
        assertThat(ScenarioFolder.succeed(result)).isEqualTo("%d 15\n".formatted(FOO));
    }

    @Then("a program that gcc links with {word} fails to offload foo under the runtime of {word}")
    public void failsToOffload(String form, String toolchain) {
        link("gcc", CALLS_FOO, form(form), runtime(toolchain));
        var result = run(runtime(toolchain));
        assertThat(result.ending().isSuccess()).isFalse();
        assertThat(result.output()).isEmpty();
    }

    /// Links objects to a program.
    ///
    /// @param compiler the command, with options that select its linker
    private void link(String compiler, String main, List<String> objects, Path runtime) {
        var command = new ArrayList<>(List.of(compiler.split(" ", -1)));
        command.addAll(List.of("-o", "program", scenarioFolder.put("main.c", bytes(main))));
        command.addAll(objects);
        command.addAll(
                List.of("-Wl,--no-as-needed", runtime.toString(), "-L" + folder(runtime), "-lomp"));
        scenarioFolder.succeed(command.getFirst(), command.stream().skip(1).toArray(String[]::new));
    }

    private ProcessResult run(Path runtime) {
        return scenarioFolder.runBuilt(
                "program",
                Map.of("LD_LIBRARY_PATH", folder(runtime), "OMP_TARGET_OFFLOAD", "MANDATORY"));
    }

    private static String folder(Path runtime) {
        return String.valueOf(runtime.getParent());
    }

    /// The last output as a file, or in an archive.
    private List<String> form(String form) {
        byte[] object = products.last().elf().write();
        return List.of(
                scenarioFolder.put(
                        form,
                        form.endsWith(".a")
                                ? Archive.of(form, List.of(ArchiveMember.of("product.o", object)))
                                        .write()
                                : object));
    }

    private List<String> objects() {
        return products.all().stream()
                .map(product -> scenarioFolder.put(product.source(), product.write()))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /// The runtime library of the toolchain.
    ///
    /// @throws UnsupportedException if it is not installed
    private static Path runtime(String toolchain) {
        return switch (ToolchainLookup.of(Toolchains.shipped(toolchain), System.getenv())) {
            case ToolchainLookup.Found found -> found.place("runtime");
            case ToolchainLookup.Missing(var reason) -> throw new UnsupportedException(reason);
        };
    }
}
