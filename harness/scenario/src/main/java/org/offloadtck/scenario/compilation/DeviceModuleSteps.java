package org.offloadtck.scenario.compilation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.module.DeviceModuleCheck;
import org.offloadtck.object.check.module.DeviceRuntimeUse;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ModuleReport;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Steps about the module of a device compilation, compared with the entries of the host
/// compilation.
public final class DeviceModuleSteps {

    private static final String SOURCE = "device_module.cpp";

    private final ScenarioFolder scenarioFolder;
    private ArtifactCheck check = new ArtifactCheck(AbiProfiles.load());
    private Optional<ModuleReport> host = Optional.empty();
    private String file = "";
    private String text = "";

    public DeviceModuleSteps(ScenarioFolder scenarioFolder) {
        this.scenarioFolder = scenarioFolder;
    }

    @When("{word} compiles the same file for the host and for {word} {word}")
    public void compiles(String compiler, String target, String architecture) {
        scenarioFolder.put(SOURCE, Corpus.bytes("ir/" + SOURCE));
        theHostIs("host.ll", compiled(compiler, target, architecture, "host"));
        file = "device.ll";
        text = compiled(compiler, target, architecture, "device");
    }

    private String compiled(String compiler, String target, String architecture, String side) {
        scenarioFolder.succeed(
                compiler,
                "-S",
                "-emit-llvm",
                "-O1",
                "-fopenmp",
                "-fopenmp-version=51",
                "-fopenmp-targets=" + target,
                "-Xopenmp-target=" + target,
                "-march=" + architecture,
                "-nogpulib",
                "--offload-%s-only".formatted(side),
                "-o",
                "module.ll",
                SOURCE);
        return new String(scenarioFolder.read("module.ll"), ISO_8859_1);
    }

    @When("{word} is the module of the host")
    public void isTheModuleOfTheHost(String name) {
        theHostIs(name, text(name));
    }

    private void theHostIs(String name, String module) {
        var report = check(name, module);
        check = check.withHostModule(report.module());
        host = Optional.of(report);
    }

    @When("{word} is the module of the device")
    public void isTheModuleOfTheDevice(String name) {
        file = name;
        text = text(name);
    }

    @When("it has {string} for {string}")
    public void has(String other, String own) {
        assertThat(text).contains(own);
        text = text.replace(own, other);
    }

    @When("it has the line {string}")
    public void hasTheLine(String line) {
        text = "%s\n%s\n".formatted(text, line);
    }

    @Then("the host asks the device for")
    public void theHostAsksFor(DataTable rows) {
        assertThat(host.orElseThrow().module().offloadInfo())
                .extracting(OffloadInfo::description)
                .containsExactlyInAnyOrderElementsOf(rows.asList());
    }

    @Then("what it asks for has an entry, but for {word}")
    public void whatItAsksForHasAnEntry(String without) {
        var module = host.orElseThrow().module();
        var entries =
                module.symbols().stream()
                        .map(DeviceModuleCheck::entry)
                        .flatMap(Optional::stream)
                        .toList();
        assertThat(module.offloadInfo())
                .extracting(OffloadInfo::name)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(entries.stream(), Stream.of(without)).toList());
    }

    @Then("the device's compilation got the same")
    public void theDeviceWasToldTheSame() {
        assertThat(module().offloadInfo())
                .containsExactlyInAnyOrderElementsOf(host.orElseThrow().module().offloadInfo());
    }

    @Then("the device's module is for {word}")
    public void isFor(String target) {
        assertThat(module().side()).isEqualTo(CompiledModule.Side.DEVICE);
        assertThat(module().target()).isEqualTo(target);
    }

    @Then("the device's module has no fault")
    public void hasNoFault() {
        assertThat(device().findings()).isEmpty();
    }

    @Then("the device's module has the fault {word}: {word}")
    public void hasTheFault(String rule, String symbol) {
        assertThat(device().findings())
                .filteredOn(finding -> finding.rule().id().equals(rule))
                .extracting(Finding::problem)
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(symbol);
    }

    @Then("the device's module has no entry")
    public void hasNoEntry() {
        assertThat(module().symbols())
                .isNotEmpty()
                .noneMatch(symbol -> DeviceModuleCheck.entry(symbol).isPresent());
    }

    @Then("^the device's module agrees with exactly (.+)$")
    public void agreesWith(String profiles) {
        assertThat(device().agreesWith()).isEqualTo(List.of(profiles.split(" ", -1)));
    }

    @Then("the device's module exports")
    public void exports(DataTable symbols) {
        assertThat(device().exports())
                .extracting(ModuleSymbol::description)
                .containsExactlyInAnyOrderElementsOf(symbols.asList());
    }

    @Then("the device runtime is {word}")
    public void theDeviceRuntimeIs(String extent) {
        assertThat(new DeviceRuntimeUse(module()).extent().word()).isEqualTo(extent);
    }

    @Then("^it leaves undefined of the runtime (.+)$")
    public void leavesUndefined(String names) {
        assertThat(new DeviceRuntimeUse(module()).undefined())
                .isEqualTo(List.of(names.split(" ", -1)));
    }

    private ModuleReport device() {
        return check(file, text);
    }

    private CompiledModule module() {
        return device().module();
    }

    private static String text(String file) {
        return new String(Corpus.bytes(file), ISO_8859_1);
    }

    private ModuleReport check(String file, String text) {
        return assertThat(check.check(file, text.getBytes(ISO_8859_1)))
                .asInstanceOf(InstanceOfAssertFactories.type(FileReport.Module.class))
                .actual()
                .report();
    }
}
