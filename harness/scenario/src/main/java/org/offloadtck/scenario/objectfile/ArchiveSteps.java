package org.offloadtck.scenario.objectfile;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;

/// Steps about fat objects in static libraries.
public final class ArchiveSteps {

    private byte[] file = {};
    private Optional<Archive> archive = Optional.empty();
    private Optional<MalformedObjectException> refusal = Optional.empty();

    @Given("the archive {word}")
    public void corpusArchive(String name) {
        parse(name, Corpus.bytes("objects/" + name), Completeness.COMPLETE);
    }

    @Given("the archive {word} without its files")
    public void archiveWithoutFiles(String name) {
        parse(name, Corpus.bytes("objects/" + name), Completeness.WITHOUT_FILES);
    }

    @Given("the archive {word} whose byte {word} is {word}")
    public void damagedArchive(String name, String offset, String value) {
        byte[] bytes = Corpus.bytes("objects/" + name);
        bytes[Integer.decode(offset)] = Integer.decode(value).byteValue();
        parse(name, bytes, Completeness.COMPLETE);
    }

    @When("^(\\S+(?:, \\S+)*) are put in an archive$")
    public void make(String members) {
        archive = Optional.of(Archive.of("made.a", objects(members)));
    }

    @When("{word} is put in an archive under a name of {int} letters")
    public void makeUnderLongName(String object, int letters) {
        var member = ArchiveMember.of("x".repeat(letters), Corpus.bytes("objects/" + object));
        archive = Optional.of(Archive.of("made.a", List.of(member)));
    }

    @Then("^its members are (\\S+(?:, \\S+)*), byte for byte$")
    public void membersAre(String expected) {
        List<ArchiveMember> members = objects(expected);

        assertThat(archive().members()).hasSameSizeAs(members);
        for (int index = 0; index < members.size(); index++) {
            ArchiveMember found = archive().members().get(index);
            assertThat(found.name()).isEqualTo(members.get(index).name());
            assertThat(found.bytes()).as(found.name()).isEqualTo(members.get(index).bytes());
        }
    }

    @Then("its only member has a name of {int} letters")
    public void memberHasName(int letters) {
        assertThat(archive().members())
                .extracting(ArchiveMember::name)
                .containsExactly("x".repeat(letters));
    }

    @Then("the archive is written back byte for byte")
    public void isWrittenBack() {
        assertThat(archive().write()).isEqualTo(file);
    }

    @Then("its symbol table leads from {word} to {word}")
    public void symbolTableLeads(String symbol, String member) {
        assertThat(archive().symbols())
                .filteredOn(row -> row.name().equals(symbol))
                .extracting(row -> archive().members().get(row.member()).name())
                .first()
                .isEqualTo(member);
    }

    @Then("the archive is rejected by the rule {word}")
    public void isRefused(String rule) {
        assertThat(refusal)
                .hasValueSatisfying(malformed ->
                        assertThat(malformed.rule()).isEqualTo(FormatRule.valueOf(rule)));
    }

    private enum Completeness {
        COMPLETE,
        WITHOUT_FILES
    }

    private void parse(String name, byte[] bytes, Completeness completeness) {
        file = bytes;
        try {
            archive =
                    Optional.of(
                            Archive.parse(
                                    name,
                                    bytes,
                                    path ->
                                            completeness == Completeness.COMPLETE
                                                    ? Optional.of(Corpus.bytes("objects/" + path))
                                                    : Optional.empty()));
        } catch (MalformedObjectException malformed) {
            refusal = Optional.of(malformed);
        }
    }

    private static List<ArchiveMember> objects(String names) {
        return Arrays.stream(names.split(", ", -1))
                .map(name -> ArchiveMember.of(name, Corpus.bytes("objects/" + name)))
                .toList();
    }

    private Archive archive() {
        return archive.orElseThrow(() -> new AssertionError(refusal.orElseThrow().getMessage()));
    }
}
