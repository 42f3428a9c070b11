package org.offloadtck.scenario.wrapper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.scenario.link.WrapperSummary;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Steps that process the text of a wrapper module with LLVM.
public final class ModuleTextSteps {

    private static final String CODE = ".text.startup";

    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;
    private final RealWrapperSteps real;

    public ModuleTextSteps(
            ScenarioFolder scenarioFolder, WrappedImages wrapped, RealWrapperSteps real) {
        this.scenarioFolder = scenarioFolder;
        this.wrapped = wrapped;
        this.real = real;
    }

    @Then("{word} compiles the module's text to the real object, code included")
    public void compilesToTheRealObject(String compiler) {
        var compiled = compiled(compiler);
        assertThat(new WrapperSummary(compiled).lines())
                .isEqualTo(new WrapperSummary(real.real()).lines());
        assertThat(code(compiled).bytes()).isEqualTo(code(real.real()).bytes());
    }

    @Then("{word} compiles the module's text to an object like the kit's")
    public void compilesToOneLikeOurs(String compiler) {
        assertThat(new WrapperSummary(compiled(compiler)).lines())
                .isEqualTo(new WrapperSummary(wrapped.object()).lines());
    }

    private ElfObject compiled(String compiler) {
        scenarioFolder.put("module.ll", wrapped.text().getBytes(UTF_8));
        scenarioFolder.succeed(
                compiler,
                "-O2",
                "-relocation-model=pic",
                "-filetype=obj",
                "-o",
                "module.o",
                "module.ll");
        return ElfObject.parse("module.o", scenarioFolder.read("module.o"));
    }

    private static Section code(ElfObject object) {
        return object.section(CODE).orElseThrow();
    }
}
