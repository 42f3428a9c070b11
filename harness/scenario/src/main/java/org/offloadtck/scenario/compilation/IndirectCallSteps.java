package org.offloadtck.scenario.compilation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.module.IndirectCall;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.Linkage;
import org.offloadtck.object.ir.ModuleSymbol;

/// Steps about indirect calls in device code: the translation of the function pointer before the
/// call.
public final class IndirectCallSteps {

    private String text = "";

    @When("the device code {word} is read")
    public void corpusModule(String file) {
        text = new String(Corpus.bytes(file), ISO_8859_1);
    }

    @When("device code is")
    public void module(String lines) {
        text = lines;
    }

    @Then("each of its {int} call(s) through a pointer is translated by {word}")
    public void areTranslated(int count, String translator) {
        assertThat(IndirectCall.findAll(text))
                .hasSize(count)
                .allMatch(call -> call.translator().equals(translator));
    }

    @Then("it calls {int} pointer(s) as they are")
    public void areCalledAsTheyAre(int count) {
        assertThat(IndirectCall.findAll(text))
                .hasSize(count)
                .allMatch(call -> call.translator().isEmpty());
    }

    @Then("it defines {word} as a weak variable")
    public void definesWeakVariable(String name) {
        assertThat(compiled().symbol(name))
                .hasValueSatisfying(symbol -> {
                    assertThat(symbol.kind()).isEqualTo(ModuleSymbol.Kind.VARIABLE);
                    assertThat(symbol.linkage()).isEqualTo(Linkage.WEAK);
                    assertThat(symbol.isDefined()).isTrue();
                });
    }

    @Then("none of its symbols is called {word}")
    public void hasNone(String name) {
        assertThat(compiled().symbols())
                .isNotEmpty()
                .extracting(ModuleSymbol::name)
                .doesNotContain(name);
    }

    @Then("the host module {word} asks for no unified shared memory")
    public void noUnifiedMemory(String file) {
        var host = new String(Corpus.bytes(file), ISO_8859_1);
        assertThat(host)
                .contains("omp_offload.info")
                .doesNotContain("@__tgt_register_requires(i64 8)")
                .doesNotContain("entry..requires");
    }

    private CompiledModule compiled() {
        return CompiledModule.parse("device.ll", Language.LLVM_IR, text);
    }
}
