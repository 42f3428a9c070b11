package org.offloadtck.simt.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.ptx.ir.Origin;
import org.offloadtck.ptx.ir.Span;
import org.offloadtck.simt.check.Finding.Kind;
import org.offloadtck.simt.check.Finding.Site;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.KernelFaultException.Culprit;
import org.offloadtck.simt.execution.KernelFaultException.Location;

/// Which findings of conformance runs are nobody's fault.
class KnownDefectTest {

    private static final String REGION = "__omp_offloading_fe00_54c293_run_l8";

    private static Finding finding(String kernel, Kind kind, String where) {
        return finding(kernel, kind, where, 3);
    }

    private static Finding finding(String kernel, Kind kind, String where, int thread) {
        var site =
                new Site(
                        "store of 8 bytes",
                        new Culprit(kernel, new Extent(0, 0, 0), new Extent(thread, 0, 0)),
                        new Location(
                                "a.ptx", new Span(12, 5, 3), new Origin.SourceLine("a.c", 7, 1)));
        return new Finding(kind, "something at " + where, List.of(site));
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
    void what_the_runtime_of_a_region_does_is_excused_and_no_other_kernel_is(
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
    void what_a_program_does_with_its_own_memory_is_not_excused(Kind kind, String where) {
        assertThat(KnownDefect.of(finding(REGION, kind, where))).isEmpty();
    }

    /// By the first thread; any other that stores has a race of its own.
    @Test
    void a_load_for_nothing_is_excused_beside_the_guarded_store() {
        var where = "0 bytes into '_shared_$_0' (4 bytes) races" + RaceReport.FOR_NOTHING;

        assertThat(KnownDefect.of(finding(REGION, Kind.RACE, where, 0)))
                .contains(KnownDefect.GUARDED_REGION);
        assertThat(KnownDefect.of(finding(REGION, Kind.RACE, where, 1))).isEmpty();
    }
}
