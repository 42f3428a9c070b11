package org.offloadtck.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.ProgramReader;
import org.offloadtck.implementation.reference.ReferenceImplementation;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.Disagreement;
import org.offloadtck.object.check.FileReport;
import org.offloadtck.object.check.Finding;
import org.offloadtck.object.check.ObjectReport;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.record.VerdictError;

/// The static judgement of files.
public final class ObjectCheckSteps {

    private final World world;
    private String path = "";
    private Optional<FileReport> report = Optional.empty();

    public ObjectCheckSteps(World world) {
        this.world = world;
    }

    @When("the fat object of {word} under the profile is checked")
    public void checkFatObject(String name) {
        var yaml = CorpusProgram.folder(name) + "program.yaml";
        var program = ProgramReader.read(yaml, Corpus.text(yaml));
        var reference = ReferenceImplementation.of(world.profile(), Corpus::bytes);
        var code = program.deviceCode().stream().limit(1).toList();
        var product =
                switch (reference.compile(program, code)) {
                    case StageResult.Made(var made, _) -> made;
                    case StageResult.Stopped(var verdict) -> throw new VerdictError(verdict);
                };
        judge(product.name(), product.bytes());
    }

    @When("{word} is checked")
    public void check(String file) {
        path = file;
        judge(file, Corpus.bytes(file));
    }

    @Then("^it agrees with exactly (.+)$")
    public void agrees(String profiles) {
        assertThat(artifact().agreesWith()).containsExactly(profiles.split(" ", -1));
    }

    @Then("it agrees with the profile")
    public void agreesWithTheProfile() {
        assertThat(artifact().agreesWith()).contains(world.profile().id());
    }

    @Then("no fault is found")
    public void noFault() {
        assertThat(report.orElseThrow().findings()).isEmpty();
    }

    @Then("{word} would have {word} for {word} instead of {word}")
    public void wouldHave(String profile, String expected, String field, String found) {
        assertThat(artifact().profiles())
                .filteredOn(verdict -> verdict.profile().equals(profile))
                .flatExtracting(verdict -> verdict.byField())
                .filteredOn(reason -> reason.field().equals(field))
                .extracting(Disagreement::is, Disagreement::shouldBe)
                .containsExactly(tuple(found, expected));
    }

    @Then("field {word} is unknown")
    public void unknown(String field) {
        assertThat(artifact().unknowns()).extracting(Disagreement::field).containsExactly(field);
        assertThat(artifact().agreesWith()).isEmpty();
    }

    @Then("it is no offload artifact")
    public void noArtifact() {
        assertThat(report).get().isInstanceOf(FileReport.NotAnArtifact.class);
    }

    @Then("a fault {word} is found in section {word} at offset {word}")
    public void fault(String rule, String section, String offset) {
        assertThat(report.orElseThrow().findings())
                .filteredOn(finding -> finding.rule().id().equals(rule))
                .extracting(Finding::section, Finding::offset)
                .containsExactly(tuple(section, Long.decode(offset)));
    }

    @Then("a fault {word} is found at offset {word}")
    public void fault(String rule, String offset) {
        assertThat(report.orElseThrow().findings())
                .filteredOn(finding -> finding.rule().id().equals(rule))
                .extracting(Finding::offset)
                .containsExactly(Long.decode(offset));
    }

    @Then("its section {word} has the exclude flag")
    public void hasExcludeFlag(String section) {
        assertThat(ElfObject.parse(path, Corpus.bytes(path)).sections(section))
                .isNotEmpty()
                .allMatch(carrier -> carrier.has(SectionFlag.EXCLUDE));
    }

    private void judge(String file, byte[] bytes) {
        report = Optional.of(new ArtifactCheck(AbiProfiles.load()).check(file, bytes));
    }

    private ObjectReport artifact() {
        return assertThat(report.orElseThrow())
                .asInstanceOf(InstanceOfAssertFactories.type(FileReport.Artifact.class))
                .actual()
                .report();
    }
}
