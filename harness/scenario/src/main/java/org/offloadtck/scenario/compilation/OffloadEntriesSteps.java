package org.offloadtck.scenario.compilation;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.object.offload.entry.EntryDescription;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.offload.entry.PointerTarget;
import org.offloadtck.object.profile.compilation.RequiresStyle;
import org.offloadtck.scenario.world.World;

/// Steps about offload entries, in which a compiler lists what host and device share.
public final class OffloadEntriesSteps {

    private final World world;
    private final CompiledCorpusProgram program;
    private Optional<ElfObject> object = Optional.empty();
    private final List<EntryTable> tables = new ArrayList<>();
    private Optional<MalformedObjectException> refusal = Optional.empty();
    private OffloadEntry written = OffloadEntry.unplaced(0, 0, 0, 0);
    private Optional<SourceLocation> location = Optional.empty();

    public OffloadEntriesSteps(World world, CompiledCorpusProgram program) {
        this.world = world;
        this.program = program;
    }

    @When("the offload entries of {word} are read")
    public void read(String file) {
        read(ElfObject.parse(file, Corpus.bytes("objects/" + file)));
    }

    @When("the offload entries of the program {word} are read")
    public void readOfProgram(String name) {
        program.use(name);
        program.compile(List.of(), Corpus::bytes);
        read(program.object());
    }

    @When("the entry table of {word} is cut to {int} bytes and read")
    public void readCut(String file, int bytes) {
        var whole = ElfObject.parse(file, Corpus.bytes("objects/" + file));
        int index = profileTables(whole).getFirst();
        var cut =
                ObjectBytes.of(file, whole.sections().get(index).bytes()).window(0, bytes, "table");
        read(
                ElfEditor.of(whole)
                        .replaceSection(
                                index, whole.sections().get(index).withBytes(cut.toByteArray()))
                        .toObject());
    }

    @When("an entry table whose first name is the undefined symbol {word} is read")
    public void readUndefinedName(String symbol) {
        var entries = world.profile().entries();
        var made = new ElfAssembler(ElfMachine.X86_64);
        made.section(
                        entries.section(OffloadKind.OPENMP).orElseThrow(),
                        SectionType.PROGBITS,
                        entries.sectionFlags(),
                        entries.alignment())
                .zeros(entries.layout().nameOffset())
                .address(symbol, 0)
                .zeros(entries.layout().size() - entries.layout().nameOffset() - Long.BYTES);
        read(made.assemble("made.o"));
    }

    @Then("the offload entries are")
    public void entriesAre(DataTable expected) {
        var found =
                rows().stream()
                        .map(row ->
                                Map.of(
                                        "name", row.name(),
                                        "address", row.address().label(),
                                        "size", Long.toString(row.fields().size()),
                                        "means", meaning(row)))
                        .toList();

        assertThat(found).isEqualTo(expected.asMaps());
    }

    @Then("they lie in section {word}, {int} bytes each, aligned to {int}")
    public void lieIn(String section, int size, int alignment) {
        assertThat(tables)
                .singleElement()
                .satisfies(table -> {
                    assertThat(section(table).name()).isEqualTo(section);
                    assertThat(table.layout().size()).isEqualTo(size);
                    assertThat(section(table).alignment()).isEqualTo(alignment);
                });
    }

    @Then("the offload entry {string} has size {int} and flags {word}")
    public void hasSizeAndFlags(String name, int size, String flags) {
        assertThat(rows())
                .filteredOn(row -> row.name().equals(name))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.fields().size()).isEqualTo(size);
                    assertThat(row.fields().flags()).isEqualTo(Long.decode(flags));
                });
    }

    @Then("the requires clauses are handed over by the profile's {word}")
    public void requires(String style) {
        var expected = RequiresStyle.valueOf(style.toUpperCase(Locale.ROOT));

        assertThat(world.profile().entries().requires()).isEqualTo(expected);
        assertThat(carriesRequires()).isEqualTo(expected == RequiresStyle.ENTRY);
        assertThat(object.orElseThrow().symbol("__tgt_register_requires").isPresent())
                .isEqualTo(expected == RequiresStyle.CONSTRUCTOR);
    }

    @Then("every reserved word of the entries is 0")
    public void nothingReserved() {
        assertThat(rows())
                .isNotEmpty()
                .allMatch(row -> row.fields().data() == 0 && row.fields().reserved() == 0);
    }

    @Then("the offload entry {string} has no address and the data {word}")
    public void hasData(String name, String data) {
        assertThat(row(name).address()).isEqualTo(new PointerTarget.Null());
        assertThat(row(name).fields().data()).isEqualTo(Long.decode(data));
    }

    @Then("the offload entry {string} points to {word}")
    public void pointsTo(String name, String symbol) {
        assertThat(row(name).address()).isEqualTo(new PointerTarget.ToSymbol(symbol, 0));
    }

    @Then("no offload entry carries requires clauses")
    public void noRequires() {
        assertThat(rows()).isNotEmpty();
        assertThat(carriesRequires()).isFalse();
    }

    @Then("there is no table of the profile's entries")
    public void noTable() {
        assertThat(tables).isEmpty();
    }

    @Then("the entry table is rejected by the {word} rule at offset {word}")
    public void refused(String rule, String offset) {
        assertThat(refusal)
                .hasValueSatisfying(refused -> {
                    assertThat(refused.rule().name()).isEqualToIgnoringCase(rule);
                    assertThat(refused.offset() - tableStart()).isEqualTo(Long.decode(offset));
                });
    }

    @When("an entry of kind {word} for {int} bytes with flags {word} is written")
    public void write(String kind, int size, String flags) {
        var code =
                world.profile()
                        .fatObject()
                        .kindNumbering()
                        .code(OffloadKind.valueOf(kind.toUpperCase(Locale.ROOT)))
                        .orElseThrow();
        written = OffloadEntry.unplaced(code, Long.decode(flags), size, 0);
    }

    @Then("it takes {int} bytes and reads back the same")
    public void readsBack(int bytes) {
        var layout = world.profile().entries().layout();
        var image = written.write(layout);
        var back = OffloadEntry.parse(layout, ObjectBytes.of("entry", image), 0);

        assertThat(image).hasSize(bytes);
        assertThat(back.size()).isEqualTo(written.size());
        assertThat(back.flags()).isEqualTo(written.flags());
    }

    @When("the source location {string} is read")
    public void readLocation(String text) {
        location = SourceLocation.parse(text);
    }

    @Then("it names file {string}, function {string}, line {int} and column {int}")
    public void names(String file, String function, int line, int column) {
        assertThat(location).contains(new SourceLocation(file, function, line, column));
    }

    @Then("it is written as {string}")
    public void formatted(String text) {
        assertThat(location.map(SourceLocation::format)).contains(text);
    }

    @Then("it is no source location")
    public void noLocation() {
        assertThat(location).isEmpty();
    }

    private void read(ElfObject read) {
        object = Optional.of(read);
        try {
            for (int index : profileTables(read)) {
                tables.add(EntryTable.read(read, index, world.profile().entries().layout()));
            }
        } catch (MalformedObjectException e) {
            refusal = Optional.of(e);
        }
    }

    private List<Integer> profileTables(ElfObject read) {
        var names = world.profile().entries().sections().values();
        var found = new ArrayList<Integer>();
        for (int index = 0; index < read.sections().size(); index++) {
            if (names.contains(read.sections().get(index).name())) {
                found.add(index);
            }
        }
        return found;
    }

    private long tableStart() {
        var read = object.orElseThrow();
        return read.sections().get(profileTables(read).getFirst()).contents().base();
    }

    private Section section(EntryTable table) {
        return object.orElseThrow().sections().get(table.section());
    }

    private List<EntryTable.Row> rows() {
        return tables.stream().flatMap(table -> table.rows().stream()).toList();
    }

    private EntryTable.Row row(String name) {
        return rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no entry is " + name));
    }

    private boolean carriesRequires() {
        return rows().stream()
                .anyMatch(row ->
                        OpenmpEntryFlag.in(row.fields().flags())
                                .contains(OpenmpEntryFlag.REGISTER_REQUIRES));
    }

    private static String meaning(EntryTable.Row row) {
        return EntryDescription.of(OffloadKind.OPENMP, row.fields());
    }
}
