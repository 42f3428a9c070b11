package org.offloadtck.offload;

import java.util.List;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.run.ClientProcess;
import org.offloadtck.emulation.run.KernelLaunch;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.emulation.run.RunDevice;
import org.offloadtck.emulation.run.RunFinding;
import org.offloadtck.emulation.run.RunMember;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.sim.SimulatedDeviceObserver;
import org.offloadtck.timing.Timing;

/// Records in a run what one of its processes does with the reference runtime, and collects the
/// output and the diagnostics for the next reply to the process.
final class OffloadRecorder {

    private final RunMember member;
    private final ProgramRun run;
    private final ClientProcess process;
    private final StringBuilder output = new StringBuilder();
    private final StringBuilder diagnostics = new StringBuilder();

    OffloadRecorder(RunMember member) {
        this.member = member;
        this.run = member.run();
        this.process = member.process();
    }

    /// The observer of simulated device `device`.
    SimulatedDeviceObserver observer(int device) {
        return new SimulatedDeviceObserver() {
            @Override
            public void launchEnded(String kernel, LaunchShape shape, LaunchReport report) {
                var outcome = report.outcome();
                output.append(outcome.output());
                run.addLaunch(
                        KernelLaunch.simulated(
                                process,
                                device,
                                kernel,
                                shape,
                                outcome.counters(),
                                report.timing()));
                if (report.ending() instanceof LaunchReport.Ending.Faulted(var fault)) {
                    run.addFault(process, device, fault);
                }
            }

            @Override
            public Consequence findingReported(
                    org.offloadtck.checks.finding.KernelFinding finding) {
                run.addFinding(new RunFinding.Detected(process, finding));
                return Consequence.NONE;
            }
        };
    }

    /// Records a launch on a device of another platform. Its plugin measures no complete set of
    /// counters.
    void recordLaunch(RunDevice.Installed device, Launched launch) {
        run.addLaunch(
                new KernelLaunch(
                        process,
                        device,
                        launch.kernel(),
                        new LaunchShape(
                                extent(launch.size().groups()),
                                extent(launch.size().groupSize()),
                                Math.toIntExact(launch.size().dynamicSharedMemoryBytes())),
                        KernelLaunch.Counters.NotCounted.NOT_COUNTED,
                        Timing.NotRequested.NOT_REQUESTED));
    }

    private static Extent3D extent(Dim3 size) {
        return new Extent3D(size.x(), size.y(), size.z());
    }

    /// Records device memory that the process has not freed.
    ///
    /// @param allocation what allocated it
    void recordLeak(int device, String allocation, long bytes) {
        var place = new RunFinding.Leak.Place.OnDevice(device);
        run.addFinding(new RunFinding.Leak(process, place, allocation, bytes, List.of()));
    }

    /// Records the ABI profile of the process.
    void recordProfile(String profile) {
        run.setProfile(process, profile);
    }

    /// Records that the process has ended without its exit handlers.
    void recordDeath() {
        run.setDead(process);
    }

    /// Records that the process has ended and its work is over.
    void recordExit() {
        member.leave();
    }

    /// Records an access of the process to memory of a device.
    ///
    /// @param memory that contains the address
    void recordHostAccess(DeviceMemoryAccess access, GlobalMemory memory) {
        run.addFinding(RunFinding.InvalidHostAccess.of(process, access, memory));
    }

    /// Records a violated rule.
    ///
    /// @param site location of the call
    void recordViolation(String site, OffloadException fault) {
        run.addFinding(
                new RunFinding.Violation(
                        process,
                        site,
                        fault.address(),
                        fault.problem(),
                        fault.rule().requirement()));
    }

    /// Adds a line for the standard error of the process.
    void addDiagnostic(String line) {
        diagnostics.append(line).append('\n');
    }

    /// The diagnostics since the last call of this method.
    String takeDiagnostics() {
        var text = diagnostics.toString();
        diagnostics.setLength(0);
        return text;
    }

    /// Adds text for the standard output of the process.
    void addOutput(String text) {
        output.append(text);
    }

    /// The output since the last call of this method.
    String takeOutput() {
        var text = output.toString();
        output.setLength(0);
        return text;
    }
}
