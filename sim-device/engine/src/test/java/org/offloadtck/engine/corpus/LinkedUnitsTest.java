package org.offloadtck.engine.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.link.PtxLinkException;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.ptx.text.PtxPrinter;

/// Two units as clang leaves them, each with its device runtime, made one program.
class LinkedUnitsTest {

    private static PtxModule unit(String release, String name) {
        String path = "ptx/units/%s_%s.O2g.sm75.ptx".formatted(release, name);
        return PtxParser.parse(name + ".ptx", Corpus.text(path));
    }

    private static PtxModule linked(PtxModule... units) {
        return PtxLinker.link("program", List.of(units), Set.of("vprintf", "malloc", "free"));
    }

    private static PtxModule program(String release) {
        var program = linked(unit(release, "caller"), unit(release, "callee"));
        return PtxParser.parse("program", PtxPrinter.print(program));
    }

    @ParameterizedTest
    @ValueSource(strings = {"omp", "omp19"})
    void functionsAndVariablesOfTheOtherUnitAreFound(String release) {
        int n = 100;
        var machine = TestDevice.of("program", PtxPrinter.print(program(release)));
        var results = machine.allocate("r", 4L * n);
        new OpenMpLaunch(machine).run(2, 32, (long) n, results);

        assertThat(machine.ints(results))
                .containsExactly(IntStream.range(0, n).map(LinkedUnitsTest::expected).toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"omp", "omp19"})
    void allChecksFindNothingInTwoUnits(String release) {
        var findings = new ArrayList<KernelFinding>();
        var machine =
                TestDevice.watched("program", PtxPrinter.print(program(release)), findings::add);

        new OpenMpLaunch(machine).run(2, 32, 100L, machine.allocate("r", 4L * 100));
        machine.end();

        assertThat(findings).isEmpty();
    }

    /// What `f` of `caller.cpp` puts into `r[i]`.
    private static int expected(int i) {
        int helper = 5 * i + 2 * i + (i + 5) + 7;
        return helper + 3 * i + 2 * i + (i + 5) + 7 + helper;
    }

    @ParameterizedTest
    @ValueSource(strings = {"omp", "omp19"})
    void instructionsKeepTheLinesOfTheirOwnUnit(String release) {
        var program = program(release);
        var helper = program.function("_Z6helperi").orElseThrow().body().instructions();

        assertThat(helper)
                .extracting(instruction -> instruction.location().debugLocation())
                .filteredOn(SourceLine.class::isInstance)
                .isNotEmpty()
                .allSatisfy(origin ->
                        assertThat(((SourceLine) origin).file()).isEqualTo("./callee.cpp"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"omp", "omp19"})
    void whatTheOtherUnitShouldDefineIsMissed(String release) {
        assertThatExceptionOfType(PtxLinkException.class)
                .isThrownBy(() -> linked(unit(release, "caller")))
                .withMessageMatching("caller.ptx:\\d+:\\d+: '.*' is used and defined nowhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"omp", "omp19"})
    void aUnitGivenTwiceIsRefusedWithBothPlaces(String release) {
        var callee = unit(release, "callee");

        assertThatExceptionOfType(PtxLinkException.class)
                .isThrownBy(() -> linked(callee, callee))
                .withMessageMatching(
                        "callee.ptx:\\d+:\\d+: '.*' is defined twice, first at callee.ptx:.*");
    }
}
