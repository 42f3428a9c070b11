package org.offloadtck.emulation.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.MemoryLocation;
import org.offloadtck.checks.finding.RacingAccess;
import org.offloadtck.checks.finding.ThreadAction;
import org.offloadtck.checks.suppression.KnownFault;
import org.offloadtck.checks.suppression.NamePattern;
import org.offloadtck.checks.suppression.ReleaseRange;
import org.offloadtck.emulation.run.ExecOptions.Parsed;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.timing.Timing;

/// Runs, launches and findings.
final class RunSamples {

    private RunSamples() {}

    static ProgramRun run(String... options) {
        return switch (ExecOptions.parse(List.of(options))) {
            case Parsed.Options(var parsed) -> new ProgramRun(parsed);
            case Parsed.Answer(var text, _) -> throw new IllegalArgumentException(text);
        };
    }

    /// A launch of 8 CTAs that counts `work` of everything, each counter ten times the one before.
    static KernelLaunch launch(ClientProcess process, String kernel, long work) {
        return launch(process, kernel, LaunchShape.of(8, 128), work);
    }

    static KernelLaunch launch(ClientProcess process, String kernel, LaunchShape shape, long work) {
        return KernelLaunch.simulated(
                process, 0, kernel, shape, counters(work), Timing.NotRequested.NOT_REQUESTED);
    }

    /// A launch on a device that counts nothing.
    static KernelLaunch onInstalledDevice(ClientProcess process, String kernel) {
        return new KernelLaunch(
                process,
                new RunDevice.Installed(0, "cuda:0", "NVIDIA H200"),
                kernel,
                LaunchShape.of(8, 128),
                KernelLaunch.Counters.NotCounted.NOT_COUNTED,
                Timing.NotRequested.NOT_REQUESTED);
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

    static RunFinding.Fault fault(ClientProcess process, FaultKind kind) {
        return new RunFinding.Fault(
                process,
                0,
                kind,
                new FaultingThread("saxpy", Extent3D.of(3), Extent3D.of(7)),
                new CodeLocation("saxpy.ptx", new TextSpan(12, 5, 1), origin(kind)),
                "store of 4 bytes at 0x200000000190: 0 bytes past the end of 'x'",
                causes(kind));
    }

    /// One kind has a known defect with a deviation, and one without.
    private static List<KnownFault> causes(FaultKind kind) {
        if (kind == FaultKind.DEADLOCK) {
            return List.of(knownFault("D22"));
        }
        return kind == FaultKind.ASSERTION ? List.of(knownFault("")) : List.of();
    }

    private static KnownFault knownFault(String deviation) {
        return new KnownFault(
                "early-threads",
                deviation,
                new ReleaseRange(0, 99),
                Set.of(FaultKind.DEADLOCK),
                new NamePattern("*"),
                List.of(),
                "threads pass a barrier at which others wait");
    }

    /// What two threads did, one of them in a function that the kernel calls.
    static RunFinding.Detected race(ClientProcess process) {
        var fault = fault(process, FaultKind.OUT_OF_BOUNDS);
        var store = new RacingAccess(RacingAccess.Type.STORE, 4);
        var action = new ThreadAction.Access(store);
        var site = new Site(action, fault.culprit(), fault.location());
        var called = new Site(action, fault.culprit(), fault.location(), "add", List.of());
        var race =
                new KernelFinding(
                        new Defect.DataRace(
                                store,
                                store,
                                new MemoryLocation.Unallocated(0x100),
                                Defect.DataRace.Speculation.NONE),
                        List.of(site, called));
        return new RunFinding.Detected(process, race);
    }

    /// Stated for every kind but one.
    private static DebugLocation origin(FaultKind kind) {
        return kind == FaultKind.TRAP
                ? DebugLocation.Unknown.UNKNOWN
                : new DebugLocation.SourceLine("src/saxpy.cpp", 7, 15);
    }

    /// A run in which everything a document can hold has happened.
    static RunReport everyShape() {
        var run = run("--check=leaks", "--device=h200");
        var first = run.addProcess("saxpy");
        var second = run.addProcess("idle");
        run.addLaunch(launch(first, "saxpy", 1));
        run.addLaunch(
                KernelLaunch.simulated(
                        first,
                        0,
                        "timed",
                        LaunchShape.of(1, 32),
                        counters(1),
                        new Timing.Unknown("it did not come to its end")));
        run.addLaunch(onInstalledDevice(first, "saxpy"));
        run.setProfile(second, "llvm-16");
        for (var kind : FaultKind.values()) {
            run.addFinding(fault(first, kind));
        }
        run.addFinding(
                new RunFinding.Leak(
                        second,
                        new RunFinding.Leak.Place.OnDevice(0),
                        "cuMemAlloc_v2",
                        400,
                        List.of("table")));
        run.addFinding(
                new RunFinding.Leak(
                        second,
                        new RunFinding.Leak.Place.OnHost(),
                        "cuMemAllocHost_v2",
                        16,
                        List.of()));
        run.addFinding(
                new RunFinding.Leak(
                        second,
                        new RunFinding.Leak.Place.Managed(),
                        "cuMemAllocManaged",
                        8,
                        List.of()));
        run.addRejectedModule(rejected(second, 1));
        run.addFinding(
                new RunFinding.BadArgument(
                        second, "cuMemFree_v2", "dptr 0x1 is not an allocation"));
        run.addFinding(
                new RunFinding.InvalidHostAccess(
                        second,
                        "the host reads device memory at 0x200000000000",
                        List.of("sum in saxpy+0x1130", "main in saxpy+0x1184")));
        run.addFinding(
                new RunFinding.Violation(
                        second,
                        "src/saxpy.cpp:9:1 (main)",
                        0x405010,
                        "host ptr 0x405010 does not have a matching target pointer",
                        "KL-07"));
        run.addFinding(race(first));
        return run.report()
                .withHostFallbacks(
                        new RunReport.HostFallbacks(
                                "OMP_TARGET_OFFLOAD is disabled",
                                "a plugin was not found",
                                Map.of(second, "the program reached no target region")));
    }

    /// Module `number`, which is not loaded.
    static RunReport.RejectedModule rejected(ClientProcess process, int number) {
        return new RunReport.RejectedModule(
                process,
                "cuModuleLoadData",
                "CUDA_ERROR_NO_BINARY_FOR_GPU",
                "module %d: image is for sm_90 when the device is sm_75".formatted(number));
    }
}
