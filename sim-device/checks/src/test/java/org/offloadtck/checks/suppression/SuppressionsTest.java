package org.offloadtck.checks.suppression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.Defect.DataRace.Speculation;
import org.offloadtck.checks.finding.Defect.UninitialisedUse.ValueSource;
import org.offloadtck.checks.finding.Defect.UninitialisedUse.ValueUse;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.MemoryLocation;
import org.offloadtck.checks.finding.MemoryLocation.InAllocation;
import org.offloadtck.checks.finding.MemoryLocation.InWindow;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;
import org.offloadtck.checks.finding.RacingAccess;
import org.offloadtck.checks.finding.ThreadAction;
import org.offloadtck.data.DataException;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.DebugLocation;

/// Which findings the suppressions of the device runtimes match.
class SuppressionsTest {

    private static final String REGION = "__omp_offloading_fe00_54c293_run_l8";

    private static final Suppressions ALL = Suppressions.ofDeviceRuntimes();

    private static KernelFinding finding(
            String kernel, Kind kind, MemoryLocation location, Speculation loads, int thread) {
        var store = new RacingAccess(RacingAccess.Type.STORE, 8);
        var code =
                new CodeLocation(
                        "a.ptx", new TextSpan(12, 5, 3), new DebugLocation.SourceLine("a.c", 7, 1));
        var lane = new FaultingThread(kernel, new Extent3D(0, 0, 0), new Extent3D(thread, 0, 0));
        return kind == Kind.RACE
                ? new KernelFinding(
                        new Defect.DataRace(store, store, location, loads),
                        List.of(
                                new KernelFinding.Site(
                                        new ThreadAction.Access(store),
                                        lane,
                                        code,
                                        "gomp_barrier_wait",
                                        List.of("_kernel_environment"))))
                : new KernelFinding(
                        new Defect.UninitialisedUse(ValueUse.BRANCH, ValueSource.MEMORY),
                        List.of(
                                new KernelFinding.Site(
                                        new ThreadAction.UninitialisedLoad(location), lane, code)));
    }

    private static KernelFinding finding(String kernel, Kind kind, MemoryLocation location) {
        return finding(kernel, kind, location, Speculation.NONE, 3);
    }

    private static MemoryLocation shared(String name, long offset) {
        var variable = new NamedMemory(name, 40);
        return new InWindow(
                InWindow.Window.SHARED, offset, List.of(new InWindow.PlacedName(variable, offset)));
    }

    private static MemoryLocation heapBlock(String... pointers) {
        return new InAllocation(
                512,
                new NamedMemory("malloc", 512),
                512,
                List.of(pointers).stream().map(name -> new NamedMemory(name, 8)).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "D70, RACE, _ZN4ompx5state9TeamStateE, 32",
        "D70, UNINITIALISED, _ZN4ompx5state9TeamStateE, 32",
        "D70, RACE, _ZN4ompx5state9TeamStateE, 28",
        "D70, RACE, _ZN4ompx5state9TeamStateE_$_0, 0",
        "D72, UNINITIALISED, _ZL12ThreadDSTPtr, 0",
        "D72, RACE, _ZL9ThreadDST, 16",
        "D73, RACE, _ZN4ompx5state12ThreadStatesE, 0",
    })
    void matchesTheStateOfTheRuntimeInRegionsOnly(
            String deviation, Kind kind, String variable, long offset) {
        var location = shared(variable, offset);

        assertThat(ALL.matching(finding(REGION, kind, location)))
                .map(Suppression::deviation)
                .contains(deviation);
        assertThat(ALL.matching(finding("scale", kind, location))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "UNINITIALISED, x, 0",
        "RACE, _ZN4ompx5state9TeamStateE, 16",
        "UNINITIALISED, _ZN4ompx5state9TeamStateE, 24",
        "RACE, _shared_$_0, 0",
    })
    void doesNotMatchMemoryOfTheProgram(Kind kind, String variable, long offset) {
        assertThat(ALL.matching(finding(REGION, kind, shared(variable, offset)))).isEmpty();
    }

    @Test
    void matchesAHeapBlockByTheVariableThatPointsToIt() {
        assertThat(
                        ALL.matching(
                                finding(
                                        REGION,
                                        Kind.UNINITIALISED,
                                        heapBlock("_ZN4ompx5state12ThreadStatesE"))))
                .map(Suppression::deviation)
                .contains("D73");
        assertThat(ALL.matching(finding(REGION, Kind.UNINITIALISED, heapBlock("own")))).isEmpty();
        assertThat(ALL.matching(finding(REGION, Kind.UNINITIALISED, heapBlock()))).isEmpty();
    }

    /// A store of another thread races with the guarded store itself.
    @ParameterizedTest
    @CsvSource({"_shared_$_0, 0", "_shared37_$_0, 0", "_shared33, 1016"})
    void matchesASpeculativeLoadIfOnlyTheFirstThreadStores(String variable, long offset) {
        var location = shared(variable, offset);

        assertThat(ALL.matching(finding(REGION, Kind.RACE, location, Speculation.LOAD, 0)))
                .map(Suppression::deviation)
                .contains("D71");
        assertThat(ALL.matching(finding(REGION, Kind.RACE, location, Speculation.LOAD, 1)))
                .isEmpty();
        assertThat(ALL.matching(finding(REGION, Kind.RACE, location, Speculation.NONE, 0)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gomp_global_icv, libgomp-icv",
        "gomp_num_teams_var, libgomp-num-teams",
        "__nvptx_stacks, gcc-stacks",
        "__gomp_team_num, libgomp-team-num",
    })
    void matchesTheVariablesOfGccInItsKernelsOnly(String variable, String id) {
        var region = "main$_omp_fn$0";
        var location = shared(variable, 8);

        assertThat(ALL.matching(raceIn("worker", finding(region, Kind.RACE, location))))
                .map(Suppression::id)
                .contains(id);
        assertThat(ALL.matching(raceIn("worker", finding("scale", Kind.RACE, location)))).isEmpty();
        assertThat(ALL.matching(finding(region, Kind.UNINITIALISED, location))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"gomp_barrier_wait, libgomp-team", "GOMP_task, libgomp-task", "GOMP_taskwait, -"})
    void matchesTheFunctionsOfLibgompThatReadAsOthersWrite(String function, String id) {
        var race = finding("main$_omp_fn$0", Kind.RACE, heapBlock());

        assertThat(ALL.matching(raceIn(function, race)))
                .map(Suppression::id)
                .isEqualTo(Optional.of(id).filter(any -> !any.equals("-")));
    }

    /// The race with one site, in a PTX function.
    private static KernelFinding raceIn(String function, KernelFinding finding) {
        var site = finding.sites().getFirst();
        var moved =
                new KernelFinding.Site(
                        site.action(),
                        site.thread(),
                        site.location(),
                        function,
                        site.kernelVariables());
        return new KernelFinding(finding.defect(), List.of(moved));
    }

    @ParameterizedTest
    @CsvSource({"gomp_*, true", "*_wait, true", "gomp_barrier, false", "main, false"})
    void aFunctionIsThatOfAnAccess(String function, boolean matches) {
        var row =
                "- id: a\n  findings: [race, uninitialised]\n  kernel: '*'\n  function: '"
                        + function
                        + "'";
        var suppressions = Suppressions.parse("s.yaml", row);

        assertThat(suppressions.matching(finding("k", Kind.RACE, heapBlock())).isPresent())
                .isEqualTo(matches);
        assertThat(suppressions.matching(finding("k", Kind.UNINITIALISED, heapBlock()))).isEmpty();
        assertThat(suppressions.matchingLeak(List.of("cuMemAlloc_v2"))).isEmpty();
    }

    @Test
    void matchesATableOfTheRuntimeThatItsEnvironmentPointsTo() {
        assertThat(ALL.matchingLeak(List.of("__omp_rtl_device_environment", "cuMemAlloc_v2")))
                .map(Suppression::deviation)
                .contains("D91");
        assertThat(ALL.matchingLeak(List.of("cuMemAlloc_v2"))).isEmpty();
    }

    /// A store of 8 bytes at offset 24 races with loads of 4 bytes at 24 and at 28. A run reports
    /// either access as the later one, whose location the finding has.
    @ParameterizedTest
    @CsvSource({
        "STORE, 8, LOAD, 4, 24, 28, true",
        "LOAD, 4, STORE, 8, 28, 24, true",
        "STORE, 8, LOAD, 4, 24, 24, true",
        "STORE, 8, LOAD, 4, 24, 26, false",
        "STORE, 8, LOAD, 4, 24, 32, false",
        "LOAD, 4, STORE, 8, 28, 20, false",
        "LOAD, 4, STORE, 4, 28, 24, false",
        // the later access alone has a size
        "STORE, 4, PENDING_BULK_COPY, 0, 24, 24, true",
        "STORE, 4, PENDING_BULK_COPY, 0, 24, 20, false",
    })
    void anOffsetIsThatOfEitherAccessOfARace(
            RacingAccess.Type later,
            int laterBytes,
            RacingAccess.Type earlier,
            int earlierBytes,
            long place,
            long offset,
            boolean matches) {
        var race =
                new KernelFinding(
                        new Defect.DataRace(
                                new RacingAccess(later, laterBytes),
                                new RacingAccess(earlier, earlierBytes),
                                shared("v", place),
                                Speculation.NONE),
                        List.of());
        var row = "- id: a\n  findings: [race]\n  kernel: '*'\n  variable: v\n  offset: " + offset;

        assertThat(Suppressions.parse("s.yaml", row).matching(race).isPresent()).isEqualTo(matches);
    }

    @Test
    void selectsByRelease() {
        assertThat(ALL.ofRelease(13).all()).isEmpty();
        assertThat(ALL.ofRelease(15).all())
                .extracting(Suppression::deviation)
                .containsExactly("D82");
        assertThat(ALL.ofRelease(16).all())
                .extracting(Suppression::deviation)
                .contains("D70", "D72", "D73", "D86")
                .doesNotContain("D71");
        var ofLlvm16 = Set.of("D86", "team-state-unset");
        assertThat(ALL.ofRelease(19).all())
                .isEqualTo(
                        ALL.all().stream()
                                .filter(each -> !ofLlvm16.contains(each.deviation()))
                                .filter(each -> !ofLlvm16.contains(each.id()))
                                .filter(each -> each.releases().last() > 12)
                                .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "a*c, abbc, true",
        "a*c, ac, true",
        "a*c, acd, false",
        "*, x, true",
        "a, ab, false",
        "_shared_$_*, _shared_$_12, true",
    })
    void aStarInAPatternMatchesAnyCharacters(String pattern, String name, boolean matches) {
        assertThat(new NamePattern(pattern).matches(name)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "first-release: 16 | first-release: 20 | first-release is 20 when it should be at"
                        + " most",
                "[race] | [rac] | findings is 'rac' when it should be one of uninitialised, race",
                "[race] | [] | findings is empty when it should list kinds",
                "kernel: k* | kernel: '' | a pattern is empty when it should be a name",
                "kernel: k* | colonel: k* | kernel is missing",
                "variable: v | 'variable: v\n"
                        + "  offset: x' | offset is the text 'x' when it should be",
                "variable: v | 'variable: v\n"
                        + "  accesses: all' | accesses is 'all' when it should be one",
                "variable: v | 'variable: v\n  size: 4' | has the unknown field size",
            })
    void refusesAWrongField(String field, String replacement, String problem) {
        var row =
                """
                - id: a
                  deviation: D1
                  first-release: 16
                  last-release: 19
                  findings: [race]
                  kernel: k*
                  variable: v
                """;
        assertThat(Suppressions.parse("s.yaml", row).all()).hasSize(1);

        assertThatThrownBy(() -> Suppressions.parse("s.yaml", row.replace(field, replacement)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("s.yaml: ")
                .hasMessageContaining(problem);
    }
}
