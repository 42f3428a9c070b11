package org.offloadtck.checks.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.racecheck.RaceReporter;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.DebugLocation;

/// Which findings of conformance runs are nobody's fault.
class KnownDefectTest {

    private static final String REGION = "__omp_offloading_fe00_54c293_run_l8";

    private static KernelFinding finding(String kernel, Kind kind, String where) {
        return finding(kernel, kind, where, 3);
    }

    private static KernelFinding finding(String kernel, Kind kind, String where, int thread) {
        var site =
                new Site(
                        "store of 8 bytes",
                        new FaultingThread(
                                kernel, new Extent3D(0, 0, 0), new Extent3D(thread, 0, 0)),
                        new CodeLocation(
                                "a.ptx",
                                new TextSpan(12, 5, 3),
                                new DebugLocation.SourceLine("a.c", 7, 1)));
        return new KernelFinding(kind, "something at " + where, List.of(site));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "D70, RACE, 32 bytes into '_ZN4ompx5state9TeamStateE' (40 bytes)",
                "D72, UNINITIALISED, 0 bytes into '_ZL12ThreadDSTPtr' (8 bytes)",
                "D73, UNINITIALISED, \"0 bytes into 'malloc' (512 bytes), which"
                        + " '_ZN4ompx5state12ThreadStatesE' (8 bytes) points to\""
            })
    void whatTheRuntimeOfARegionDoesIsExcusedAndNoOtherKernelIs(
            String deviation, Kind kind, String where) {
        assertThat(KnownDefect.of(finding(REGION, kind, where)))
                .map(KnownDefect::deviation)
                .contains(deviation);
        assertThat(KnownDefect.of(finding("scale", kind, where))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "UNINITIALISED, 0 bytes into 'x' (8 bytes)",
                "RACE, 16 bytes into '_ZN4ompx5state9TeamStateE' (40 bytes)",
                "UNINITIALISED, 0 bytes into 'malloc' (512 bytes)",
                "UNINITIALISED, \"0 bytes into 'malloc' (512 bytes), which 'own' (8 bytes) points"
                        + " to\"",
                "UNINITIALISED, 32 bytes into '_ZN4ompx5state9TeamStateE' (40 bytes)",
                "RACE, 0 bytes into '_shared_$_0' (4 bytes)"
            })
    void whatAProgramDoesWithItsOwnMemoryIsNotExcused(Kind kind, String where) {
        assertThat(KnownDefect.of(finding(REGION, kind, where))).isEmpty();
    }

    /// By the first thread; any other that stores has a race of its own.
    @Test
    void aLoadForNothingIsExcusedBesideTheGuardedStore() {
        var where = "0 bytes into '_shared_$_0' (4 bytes) races" + RaceReporter.FOR_NOTHING;

        assertThat(KnownDefect.of(finding(REGION, Kind.RACE, where, 0)))
                .contains(KnownDefect.GUARDED_REGION);
        assertThat(KnownDefect.of(finding(REGION, Kind.RACE, where, 1))).isEmpty();
    }
}
