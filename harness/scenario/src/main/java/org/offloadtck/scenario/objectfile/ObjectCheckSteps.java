package org.offloadtck.scenario.objectfile;

import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.implementation.reference.ReferenceImplementation;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.ProfileDemand;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.check.together.FilesTogether;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.record.VerdictError;
import org.offloadtck.scenario.world.EditableFile;
import org.offloadtck.scenario.world.World;

/// Steps about `offload-tck check`: the static check of files.
public final class ObjectCheckSteps {

    private final World world;
    private String path = "";
    private Optional<EditableFile> copy = Optional.empty();
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
        check(product.name(), product.bytes());
    }

    @When("{word} is checked")
    public void check(String file) {
        path = file;
        check(file, Corpus.bytes(file));
    }

    @When("{word} is checked for {word}")
    public void checkForProfile(String file, String profile) {
        check(file);
        report = report.map(new ProfileDemand(profile)::judge);
    }

    @When("{word} without its symbols is checked")
    public void checkStripped(String file) {
        check(file, EditableFile.of(file).withoutSymbols());
    }

    @When("{word} without its section headers is checked")
    public void checkWithoutSectionHeaders(String file) {
        check(file, EditableFile.of(file).withoutSectionHeaders());
    }

    @When("{word} without its section contents is checked")
    public void checkWithoutSectionContents(String file) {
        check(file, EditableFile.of(file).withoutSectionContents());
    }

    @When("an archive of {word} and {word} is checked")
    public void checkArchive(String one, String other) {
        var members =
                List.of(
                        ArchiveMember.of("one.o", Corpus.bytes(one)),
                        ArchiveMember.of("other.o", Corpus.bytes(other)));
        check("made.a", Archive.of("made.a", members).write());
    }

    @When("{word} and {word} are checked together")
    public void checkTogether(String one, String other) {
        var profiles = AbiProfiles.load();
        var files = new FilesTogether(profiles);
        var check = new ArtifactCheck(profiles);
        for (var file : List.of(one, other)) {
            var bytes = Corpus.bytes(file);
            files.add(check.check(file, bytes), bytes, _ -> Optional.empty());
        }
        path = one;
        report = Optional.of(files.report());
    }

    @Given("a copy of {word}")
    public void copy(String file) {
        copy = Optional.of(EditableFile.of(file));
    }

    @Given("the bytes of {word} from {word} to {word}")
    public void copy(String file, String from, String to) {
        copy = Optional.of(EditableFile.of(file).cut(Integer.decode(from), Integer.decode(to)));
    }

    @Given("its bytes at {word} are {string}")
    public void change(String at, String bytes) {
        copy.orElseThrow().set(Integer.decode(at), bytes);
    }

    @Given("its .rela.dyn row for {word} is for {word}")
    public void relocate(String address, String target) {
        copy.orElseThrow().relocate(Long.decode(address), Long.decode(target));
    }

    @When("the copy is checked")
    public void checkCopy() {
        check("copy", copy.orElseThrow().bytes());
    }

    @Then("^it agrees with exactly (.+)$")
    public void agrees(String profiles) {
        assertThat(artifact().agreesWith()).containsExactly(profiles.split(" ", -1));
    }

    @Then("it agrees with the profile")
    public void agreesWithTheProfile() {
        assertThat(artifact().agreesWith()).contains(world.profile().id());
    }

    @Then("it agrees with no profile")
    public void agreesWithNone() {
        assertThat(artifact().agreesWith()).isEmpty();
    }

    @Then("no fault {word} is found")
    public void noFault(String rule) {
        assertThat(report.orElseThrow().findings())
                .extracting(finding -> finding.rule().id())
                .doesNotContain(rule);
    }

    @Then("it is not checked as {}")
    public void isNotChecked(String what) {
        assertThat(report)
                .get()
                .isInstanceOfSatisfying(
                        FileReport.NotJudged.class,
                        found -> assertThat(found.what()).isEqualTo(what));
    }

    @Then("its {} are not checked")
    public void partIsNotChecked(String part) {
        assertThat(artifact().unjudged())
                .anySatisfy(reason -> assertThat(reason).startsWith(part + ", because"));
    }

    @Then("image {int} belongs to {word}")
    public void belongsTo(int index, String kind) {
        assertThat(artifact().images().get(index).offloadKind()).isEqualTo(kind);
    }

    @Then("entry {string} is {string} of {int} bytes with flags {word}")
    public void entry(String name, String meaning, int size, String flags) {
        assertThat(artifact().entries())
                .filteredOn(entry -> entry.name().equals(name))
                .extracting(EntryReport::meaning, EntryReport::size, EntryReport::flags)
                .containsExactly(tuple(meaning, (long) size, Long.decode(flags)));
    }

    @Then("it has no entry {string}")
    public void noEntry(String name) {
        assertThat(artifact().entries())
                .isNotEmpty()
                .extracting(EntryReport::name)
                .doesNotContain(name);
    }

    @Then("{word} would have {string} for {word} instead of {string}")
    public void wouldHaveText(String profile, String expected, String field, String found) {
        wouldHave(profile, expected, field, found);
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
                .extracting(ProfileMismatch::actual, ProfileMismatch::expected)
                .containsExactly(tuple(found, expected));
    }

    @Then("no profile has the value of field {word}")
    public void unknown(String field) {
        assertThat(artifact().findings())
                .filteredOn(finding -> finding.rule() == ProfileRule.UNKNOWN_VALUE)
                .flatExtracting(Finding::differences)
                .extracting(difference -> difference.mismatch().field())
                .containsOnly(field);
        assertThat(artifact().agreesWith()).isEmpty();
    }

    @Then("it is no offload artifact")
    public void noArtifact() {
        assertThat(report).get().isInstanceOf(FileReport.NotAnArtifact.class);
    }

    @Then("its format is unknown")
    public void unknownFormat() {
        assertThat(report).get().isInstanceOf(FileReport.UnknownFormat.class);
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

    private void check(String file, byte[] bytes) {
        report = Optional.of(new ArtifactCheck(AbiProfiles.load()).check(file, bytes));
    }

    private ObjectReport artifact() {
        return assertThat(report.orElseThrow())
                .asInstanceOf(InstanceOfAssertFactories.type(FileReport.Artifact.class))
                .actual()
                .report();
    }
}
