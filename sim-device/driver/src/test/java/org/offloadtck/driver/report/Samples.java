package org.offloadtck.driver.report;

import java.util.List;
import org.offloadtck.driver.report.RunOptions.Parsed;
import org.offloadtck.ptx.ir.Origin;
import org.offloadtck.ptx.ir.Span;
import org.offloadtck.simt.check.Finding.Kind;
import org.offloadtck.simt.check.Finding.Site;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.FaultKind;
import org.offloadtck.simt.execution.KernelFaultException.Culprit;
import org.offloadtck.simt.execution.KernelFaultException.Location;
import org.offloadtck.simt.execution.LaunchCounters;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.timing.Timing;

/// Runs, launches and findings.
final class Samples {

    private Samples() {}

    static Run run(String... options) {
        return switch (RunOptions.parse(List.of(options))) {
            case Parsed.Options(var parsed) -> new Run(parsed);
            case Parsed.Answer(var text, _) -> throw new IllegalArgumentException(text);
        };
    }

    /// A launch of 8 CTAs that counts `work` of everything, each counter ten times the one before.
    static KernelLaunch launch(ClientProcess process, String kernel, long work) {
        return launch(process, kernel, LaunchShape.of(8, 128), work);
    }

    static KernelLaunch launch(ClientProcess process, String kernel, LaunchShape shape, long work) {
        return new KernelLaunch(process, 0, kernel, shape, counters(work), Timing.Unasked.UNASKED);
    }

    static LaunchCounters counters(long work) {
        return new LaunchCounters(
                work,
                10 * work,
                100 * work,
                1_000 * work,
                10_000 * work,
                100_000 * work,
                1_000_000 * work);
    }

    static Finding.Fault fault(ClientProcess process, FaultKind kind) {
        return new Finding.Fault(
                process,
                0,
                kind,
                new Culprit("saxpy", Extent.of(3), Extent.of(7)),
                new Location("saxpy.ptx", new Span(12, 5, 1), origin(kind)),
                "store of 4 bytes at 0x200000000190: 0 bytes past the end of 'x'");
    }

    /// What two threads did.
    private static Finding.Detected race(ClientProcess process) {
        var fault = fault(process, FaultKind.OUT_OF_BOUNDS);
        var site = new Site("store of 4 bytes", fault.culprit(), fault.location());
        var race =
                new org.offloadtck.simt.check.Finding(
                        Kind.RACE, "two stores that nothing orders", List.of(site, site));
        return new Finding.Detected(process, race);
    }

    /// Stated for every kind but one.
    private static Origin origin(FaultKind kind) {
        return kind == FaultKind.TRAP
                ? Origin.Unstated.UNSTATED
                : new Origin.SourceLine("src/saxpy.cpp", 7, 15);
    }

    /// A run in which everything a document can hold has happened.
    static RunReport everyShape() {
        var run = run("--check=leaks", "--device=h200");
        var first = run.joined("saxpy");
        var second = run.joined("idle");
        run.launched(launch(first, "saxpy", 1));
        run.launched(
                new KernelLaunch(
                        first,
                        0,
                        "timed",
                        LaunchShape.of(1, 32),
                        counters(1),
                        new Timing.Unknown("it did not come to its end")));
        run.held(second, "llvm-16");
        for (var kind : FaultKind.values()) {
            run.found(fault(first, kind));
        }
        run.found(new Finding.Leak(first, 0, "cuMemAlloc_v2", 400));
        run.found(new Finding.BadArgument(second, "cuMemFree_v2", "dptr 0x1 is no allocation"));
        run.found(
                new Finding.Violation(
                        second,
                        "src/saxpy.cpp:9:1 (main)",
                        0x405010,
                        "host ptr 0x405010 does not have a matching target pointer",
                        "KL-07"));
        run.found(race(first));
        return run.report();
    }
}
