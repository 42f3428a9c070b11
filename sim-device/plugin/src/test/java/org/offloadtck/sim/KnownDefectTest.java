package org.offloadtck.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.ptx.ir.Origin;
import org.offloadtck.ptx.ir.Span;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.check.Finding.Kind;
import org.offloadtck.simt.check.Finding.Site;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.KernelFaultException.Culprit;
import org.offloadtck.simt.execution.KernelFaultException.Location;

/// Which findings of conformance runs are nobody's fault.
class KnownDefectTest {

    private static final String REGION = "__omp_offloading_fe00_54c293_run_l8";

    private static Finding finding(String kernel, String where) {
        var site =
                new Site(
                        "load of 8 bytes",
                        new Culprit(kernel, new Extent(0, 0, 0), new Extent(3, 0, 0)),
                        new Location(
                                "a.ptx", new Span(12, 5, 3), new Origin.SourceLine("a.c", 7, 1)));
        return new Finding(
                Kind.UNINITIALISED, "branch on a value that nobody set, " + where, List.of(site));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "32 bytes into '_ZN4ompx5state9TeamStateE'",
                "0 bytes into '_shared_$_0'",
                "0 bytes into 'ThreadDSTPtr'",
                "0 bytes into 'malloc' (512 bytes)"
            })
    void what_the_runtime_of_a_region_does_is_excused_and_no_other_kernel_is(String where) {
        assertThat(KnownDefect.covers(finding(REGION, where))).isTrue();
        assertThat(KnownDefect.covers(finding("scale", where))).isFalse();
    }

    @Test
    void what_a_program_does_with_its_own_memory_is_not_excused() {
        assertThat(KnownDefect.covers(finding(REGION, "0 bytes into 'x' (8 bytes)"))).isFalse();
    }
}
