package org.offloadtck.emulation.queue;

import java.util.List;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.run.ClientProcess;
import org.offloadtck.emulation.run.KernelLaunch;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.emulation.run.RunFinding;
import org.offloadtck.emulation.run.RunMember;
import org.offloadtck.emulation.run.RunReport;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.launch.RunningLaunch;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.TimingDetail;

/// Records in a run what one of its processes does with the driver.
public final class ProcessRecorder {

    private final RunMember member;
    private final ProgramRun run;
    private final ClientProcess process;

    public ProcessRecorder(RunMember member) {
        this.member = member;
        this.run = member.run();
        this.process = member.process();
    }

    public RunMember.Recipient recipient() {
        return member.recipient();
    }

    public boolean isTracing() {
        return run.options().apiTrace();
    }

    /// Whether launches are timed.
    boolean isTiming() {
        return run.options().timing();
    }

    /// Records the start of a launch. The caller ends it by [#recordEnd].
    RunningLaunch recordStart(StreamCommand.Launch launch) {
        var running =
                new RunningLaunch(
                        launch.function().name(), launch.shape().grid().volume(), System::nanoTime);
        run.running().add(running);
        return running;
    }

    void recordEnd(RunningLaunch running) {
        run.running().remove(running);
    }

    void recordLaunch(StreamCommand.Launch launch, LaunchCounters counters, Timing timing) {
        run.addLaunch(
                KernelLaunch.simulated(
                        process,
                        launch.context().device().ordinal(),
                        launch.function().name(),
                        launch.shape(),
                        counters,
                        timing));
    }

    void recordFault(StreamCommand.Launch launch, KernelFaultException fault) {
        run.addFault(process, launch.context().device().ordinal(), fault);
    }

    /// Records that the driver has no device for the process.
    public void recordNoDevice(String reason) {
        run.setWithoutDevice(process, reason);
    }

    /// Records that the process has ended without its exit handlers.
    public void recordDeath() {
        run.setDead(process);
    }

    /// Records that the process has ended and its work is over.
    public void recordExit() {
        member.leave();
    }

    /// How much of a timed launch is recorded.
    public TimingDetail detail() {
        return run.options().detail();
    }

    WarpTurns warpTurns() {
        return run.options().warpTurns();
    }

    /// The checks of the run.
    public Set<Check> checks() {
        return run.options().checks();
    }

    public void recordDetected(org.offloadtck.checks.finding.KernelFinding finding) {
        run.addFinding(new RunFinding.Detected(process, finding));
    }

    /// Records memory that the process has not freed.
    ///
    /// @param variables names of variables in device memory that pointed to it
    public void recordLeak(DriverAllocation block, List<String> variables) {
        run.addFinding(
                new RunFinding.Leak(
                        process,
                        place(block),
                        block.allocation().name(),
                        block.allocation().size(),
                        variables));
    }

    private static RunFinding.Leak.Place place(DriverAllocation block) {
        return switch (block.kind()) {
            case DEVICE, POOL, GRAPH, ARRAY, RESERVATION, IMPORTED, IMPORTED_POOL, VARIABLE ->
                    new RunFinding.Leak.Place.OnDevice(block.context().device().ordinal());
            case HOST, REGISTERED -> new RunFinding.Leak.Place.OnHost();
            case MANAGED -> new RunFinding.Leak.Place.Managed();
        };
    }

    /// Records an access of the process to memory of a device.
    ///
    /// @param memory that contains the address
    public void recordHostAccess(DeviceMemoryAccess access, GlobalMemory memory) {
        run.addFinding(RunFinding.InvalidHostAccess.of(process, access, memory));
    }

    /// Records a module that is not loaded.
    public void recordRejectedModule(DriverCall call, DriverCallException failure) {
        run.addRejectedModule(
                new RunReport.RejectedModule(
                        process,
                        call.function().symbol(),
                        failure.reply().result().symbol(),
                        failure.reason()));
    }

    public void recordMisuse(DriverCall call, DriverCallException failure) {
        if (failure.kind() == DriverCallException.Kind.MISUSE) {
            run.addFinding(new RunFinding.BadArgument(process, call.caller(), failure.reason()));
        }
    }
}
