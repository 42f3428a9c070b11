package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.command.ExitCode;
import org.offloadtck.corpus.Corpus;

class CommandLineTest {

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    private int execute(String... arguments) {
        return kit.execute(arguments);
    }

    private String sample(String name) throws IOException {
        var file = folder.resolve(name);
        Files.write(file, Corpus.bytes("objects/" + name));
        return file.toString();
    }

    @Test
    void checkNamesTheProfilesAndTheContents() throws IOException {
        int status = execute("check", sample("t16.o"));

        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .contains("agrees with: llvm-15 llvm-16 llvm-17 llvm-18")
                .contains("triple 'x86_64-pc-linux-gnu'");
    }

    @Test
    void checkIsRedForAFaultyObject() throws IOException {
        assertThat(execute("check", sample("rq16.o"))).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out()).contains("error: linked-beside-unlinked");
    }

    @Test
    void checkDemandsOneProfile() throws IOException {
        var file = sample("t16.o");

        assertThat(execute("check", "--profile", "llvm-16", file)).isEqualTo(ExitCode.OK);
        assertThat(execute("check", "--json", "--profile", "llvm-19", file))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out())
                .contains("\"rule\": \"other-profile\"")
                .containsPattern("\"profiles\": \\[\\s+\"llvm-19\"");
        assertThat(execute("check", "--profile", "llvm-1", file)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void checkPassesNoFileThatItCannotRecognise() throws IOException {
        assertThat(execute("check", sample("t16.o"), sample("t.c"))).isEqualTo(ExitCode.USAGE);
        assertThat(kit.out())
                .contains(
                        "t.c: unknown format: neither object, archive, module nor offload binary\n");
        var coff = folder.resolve("large.obj");
        Files.write(coff, HexFormat.of().parseHex("0000ffff02006486" + "00".repeat(20)));
        assertThat(execute("check", coff.toString())).isEqualTo(ExitCode.OK);
        assertThat(execute("check", "--profile", "llvm-22", coff.toString()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void checkPrintsJson() throws IOException {
        execute("check", "--json", sample("t22.o"));

        assertThat(kit.out())
                .contains("\"agreesWith\": [\n")
                .contains("\"llvm-21\"")
                .contains("\"meaning\": ");
    }

    @Test
    void checkSaysThatAFileIsMissing() {
        int status = execute("check", folder.resolve("none.o").toString());

        assertThat(status).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .isEqualToNormalizingNewlines(
                        "offload-tck: %s: there is no such file\n"
                                .formatted(folder.resolve("none.o")));
    }

    @Test
    void checkJudgesTheFilesBesideOneThatIsMissing() throws IOException {
        var missing = folder.resolve("none.o");
        var files = new String[] {"check", sample("t16.o"), missing.toString(), sample("rq16.o")};

        assertThat(execute(files)).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .isEqualToNormalizingNewlines(
                        "offload-tck: %s: there is no such file\n".formatted(missing));
        assertThat(kit.out())
                .containsSubsequence(sample("t16.o"), sample("rq16.o"), "linked-beside-unlinked");
    }

    @Test
    void checkComparesTheFilesOfALink() throws IOException {
        var files = List.of(sample("t16.o"), sample("exe16"));

        assertThat(execute("check", "--together", files.get(0), files.get(1)))
                .isEqualTo(ExitCode.OK);
        assertThat(kit.out()).endsWith("all files together: 2 objects\n");
        assertThat(execute("check", "--together", "--json", files.get(1), sample("la16.o")))
                .isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out()).contains("\"type\": \"together\"", "\"rule\": \"entry-lost\"");
    }

    @Test
    void checkHoldsADevicesModuleAgainstTheHostsBeforeIt() throws IOException {
        var host = module("host22.ll", text -> text);
        var device = module("device22.ll", text -> text.replace("@table = ", "@t = "));

        assertThat(execute("check", host, device)).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out())
                .contains("host22.ll: LLVM IR of a host, x86_64-pc-linux-gnu\n")
                .contains("  asked: variable table, flags 0x0, order 3\n")
                .contains(
                        "error: missing-export at 0x1713: line 99, column 1: variable table is not defined");
        assertThat(execute("check", "--json", device)).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out()).contains("\"type\": \"module\"", "\"rule\": \"missing-export\"");
    }

    private String module(String name, UnaryOperator<String> change) throws IOException {
        var file = folder.resolve(name);
        Files.writeString(file, change.apply(Corpus.text("ir/" + name)));
        return file.toString();
    }

    @Test
    void inspectListsSectionsAndSymbols() throws IOException {
        assertThat(execute("inspect", sample("t22.o"))).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .contains("'.llvm.offloading' type 0x6fff4c0b flags 0x80000000")
                .contains("'llvm_offload_entries'");
    }

    @Test
    void inspectShowsTheImagesOfAnOffloadBinary() throws IOException {
        assertThat(execute("inspect", sample("p16.bin"))).isEqualTo(ExitCode.OK);
        assertThat(kit.out()).contains("offload binary\n").contains("arch 'sm_70'");
        assertThat(kit.out()).doesNotContain("section [").doesNotContain("agrees with");
    }

    @Test
    void traceCountsEverySentenceAndRequirement() {
        assertThat(execute("trace")).as(kit.out()).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .startsWith("document ")
                .contains("\ndesign-22 ", "\nwrapper ")
                .containsPattern("\nsuspect quotes: none of \\d+\n$");
    }

    @Test
    void traceLeadsFromATestToItsSentence() {
        execute("trace", "entries-of-host-objects.feature");

        assertThat(kit.out())
                .contains("OE-02 offload-entries, must\n    Each offloading entry is set to use")
                .contains("entries-of-host-objects.feature:");
    }

    @Test
    void traceLeadsFromADeviationToTheSentencesItAffects() {
        execute("trace", "D6");

        assertThat(kit.out()).contains("\n  deviation D6 ").doesNotContain("SD-");
    }

    @Test
    void traceRefusesWhatItDoesNotKnow() {
        assertThat(execute("trace", "XX-01")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith(
                        "offload-tck trace: 'XX-01' is no requirement, no deviation from one and no"
                                + " scenario");
        assertThat(execute("trace", "--stage", "x")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void devicesSaysWhyOneIsAbsentOrWhatItIs() {
        assertThat(execute("devices")).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .contains("sim:0")
                .contains("cuda")
                .contains("offload")
                .contains("opencl");
    }

    @Test
    void runRefusesADeviceNobodyOffers() {
        assertThat(execute("run", "--device", "tpu")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .contains("--device is 'tpu' when it should be one of cuda, offload, opencl, sim");
    }

    @Test
    void runRefusesAProfileNobodyKnows() {
        assertThat(execute("run", "--profile", "llvm-9")).isEqualTo(ExitCode.USAGE);

        assertThat(kit.err())
                .contains("--profile is 'llvm-9' when it should be one of documented, llvm-14,");
    }

    @Test
    void runTakesOnlyTheScenariosOfAProfile() {
        assertThat(
                        execute(
                                "run",
                                "--profile",
                                "llvm-16",
                                "--profile",
                                "llvm-19",
                                "--tags",
                                "@WR-08",
                                "--report",
                                folder.toString()))
                .isEqualTo(ExitCode.OK);

        assertThat(kit.out())
                .contains("\nProfiles\n  llvm-16  1 PASS\n  llvm-19  1 PASS\n")
                .contains("\n2 results: 2 PASS\n");
    }

    @Test
    void runRefusesTagsThatAreNoExpressionInALine() {
        assertThat(execute("run", "--tags", "@KL-11 and (")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith("offload-tck run: --tags is '@KL-11 and (': ")
                .doesNotContain("\tat ");
    }

    @Test
    void runRefusesAReportFolderThatCannotBeMade() throws IOException {
        var below = sample("t16.o") + "/report";

        assertThat(execute("run", "--tags", "@SD-26", "--report", below)).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith("offload-tck run: --report is '" + below)
                .doesNotContain("\tat ");
    }

    @Test
    void checkRefusesAMalformedProfileInALine() throws IOException {
        var profile = folder.resolve("mine.yaml");
        Files.writeString(profile, "profile: mine\nextends: nope\n");

        assertThat(execute("check", "--profile-file", profile.toString(), sample("t16.o")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .startsWith("offload-tck check: " + profile + ": ")
                .doesNotContain("\tat ");
    }

    @Test
    void aMissingCommandShowsTheUsage() {
        assertThat(execute()).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("a command is missing").contains("Commands:");
    }

    /// One line that names the command, without its help.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    check                    | Missing required parameter: 'FILE'
                    inspect a b              | Unmatched argument at index 2: 'b'
                    simulate --threads=x a   | Invalid value for option '--threads': 'x' is not an int
                    simulate --out=x a       | Invalid value for option '--out' (NAME=FILE): it is 'x' when it should be NAME=FILE
                    run --report=            | Invalid value for option '--report': it is empty when it should name a file
                    run --report=a --report=b | option '--report' (DIR) should be specified only once
                    pack                     | the command line needs either -o FILE or a file to extract images from
                    """)
    void aCommandLineThatIsWrongIsRefusedInALine(String words, String problem) {
        assertThat(execute(words.split(" ", -1))).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .isEqualToNormalizingNewlines(
                        "offload-tck %s: %s\n".formatted(words.split(" ", -1)[0], problem));
    }

    @Test
    void traceTakesWholeNamesOfFiles() {
        assertThat(execute("trace", "objects.feature")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("trace", "")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.out()).isEmpty();
    }

    @Test
    void aFileThatIsLongerThanAnArrayIsNamed() throws IOException {
        var file = folder.resolve("long.o");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 32);
        }

        assertThat(execute("inspect", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err())
                .isEqualToNormalizingNewlines(
                        "offload-tck: %s: is too long for the memory that Java may use\n"
                                .formatted(file));
    }

    @Test
    void aToolkitIsNotWrittenWhereNothingCanBe() {
        assertThat(execute("toolkit", "/proc/toolkit")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).startsWith("offload-tck: /proc/toolkit: cannot be written: ");
    }

    @Test
    void aCommandThatIsNamedIsReadAlone() {
        assertThat(OffloadTck.commandLine("simulate", "--help").getSubcommands())
                .containsOnlyKeys("simulate");
        assertThat(OffloadTck.commandLine("--help").getSubcommands())
                .containsKeys("run", "simulate", "exec", "link");
    }

    @Test
    void aWordThatIsNoCommandIsToldWithTheCommandsItMayHaveMeant() {
        assertThat(execute("simulat")).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("'simulat'").contains("simulate");
    }

    @Test
    void runRefusesAWaiverWithoutAnOwner() throws IOException {
        var file = folder.resolve("waivers.yaml");
        Files.writeString(file, "- id: W1\n  results: '*'\n  reason: known\n");

        assertThat(execute("run", "--waivers", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains(file + ": W1: owner is missing");
    }
}
