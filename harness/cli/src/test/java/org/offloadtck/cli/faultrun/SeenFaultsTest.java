package org.offloadtck.cli.faultrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.cli.CommandRun;
import org.offloadtck.scenario.fault.FaultGroup;
import org.offloadtck.scenario.fault.PlantedFault;

/// Links and runs planted faults, one after another, and compares what happens with `seen` of their
/// rows.
///
/// With the system property `seen=all` it does so for every fault that a toolchain here links and
/// that [#FILE] does not have yet, and appends what it sees; else for a few faults. `seen.name`
/// picks faults by their name.
final class SeenFaultsTest {

    static final Path FILE = Path.of("target", "seen-faults.csv");

    private static final boolean ALL = "all".equals(System.getProperty("seen"));

    /// Every so many faults, one is part of each build.
    private static final int SAMPLE = 120;

    @TempDir private static Path folder = Path.of("");

    @BeforeAll
    static void writeToolkit() {
        new CommandRun().execute("toolkit", folder.resolve("kit").toString());
    }

    @TestFactory
    Stream<DynamicTest> consequencesAreAsRecorded() {
        var seen = new SeenFault(folder, folder.resolve("kit"));
        var faults =
                FaultGroup.ALL.stream()
                        .flatMap(group -> group.faults().stream())
                        .filter(fault -> fault.others().isEmpty())
                        .filter(fault -> FaultProgram.of(fault.base()).isPresent())
                        .filter(fault -> fault.id().matches(System.getProperty("seen.name", ".*")))
                        .toList();
        int step = ALL ? 1 : SAMPLE;
        return Stream.iterate(0, index -> index < faults.size(), index -> index + step)
                .map(faults::get)
                .map(fault -> DynamicTest.dynamicTest(fault.id(), () -> check(seen, fault)));
    }

    private static void check(SeenFault seen, PlantedFault fault) throws Exception {
        var program = FaultProgram.of(fault.base()).orElseThrow();
        var reason = program.reasonAgainst();
        assumeTrue(reason.isEmpty(), reason.orElse(""));
        assumeFalse(ALL && isDone(fault), "is in " + FILE);

        var word = seen.see(program, fault) + (program.isForGpu() ? " (simulated GPU)" : "");

        if (ALL) {
            add(fault, program, word);
        }
        var recorded = SeenFault.recorded(fault.seen(), program.release());
        if (!recorded.isEmpty()) {
            assertThat(recorded).contains(word);
        }
    }

    private static boolean isDone(PlantedFault fault) throws IOException {
        return Files.exists(FILE)
                && Files.readAllLines(FILE).stream()
                        .anyMatch(row -> row.startsWith(fault.row() + "," + fault.base() + ","));
    }

    private static void add(PlantedFault fault, FaultProgram program, String word)
            throws IOException {
        Files.createDirectories(Path.of("target"));
        Files.writeString(
                FILE,
                String.join(
                                ",",
                                List.of(
                                        fault.row(),
                                        fault.base(),
                                        program.release(),
                                        word,
                                        fault.consequence().word()))
                        + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
