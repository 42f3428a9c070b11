package org.offloadtck.checks.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.DebugLocation;

/// The text of findings.
final class FindingFormatterTest {

    @ParameterizedTest
    @CsvSource({"add, ' in function add'", "saxpy, ''", "'', ''"})
    void theFunctionOfASiteIsNamedUnlessItIsTheKernel(String function, String text) {
        var origin = new Extent3D(0, 0, 0);
        var site =
                new Site(
                        ThreadAction.Synchronisation.BARRIER,
                        new FaultingThread("saxpy", origin, origin),
                        new CodeLocation(
                                "a.ptx", new TextSpan(12, 5, 3), DebugLocation.Unknown.UNKNOWN),
                        function,
                        List.of());

        assertThat(new KernelFinding(new Defect.MissedBarrier(0), List.of(site)))
                .hasToString(
                        "a.ptx:12:5: saxpy CTA (0, 0, 0) thread (0, 0, 0)"
                                + text
                                + ": a warp reaches barrier 0 again after another has exited");
    }
}
