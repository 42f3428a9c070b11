package org.offloadtck.launch;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.checks.Sanitizer.LaunchTarget;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.launch.HostAccess;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.replay.LaunchSweep;
import org.offloadtck.timing.replay.LaunchTimer;
import org.offloadtck.timing.replay.TimingModel;

/// Executes the launches on one device memory, each with the checks and the timing around it.
///
/// Checked launches run one after another; a launch that waits lets others run meanwhile.
public final class LaunchInstrumentation {

    private final InstrumentationOptions options;
    private final Sanitizer sanitizer;

    /// @param memory without any allocation so far
    /// @param listener receives each new finding, on the thread that made it
    public LaunchInstrumentation(
            GlobalMemory memory, InstrumentationOptions options, Consumer<KernelFinding> listener) {
        this.options = options;
        this.sanitizer = new Sanitizer(memory, options.checks(), listener);
    }

    /// Executes a launch to its end or to its first fault.
    ///
    /// @param parameters the kernel's parameter block
    /// @param launch whose observer is replaced
    public LaunchReport launch(
            LaunchTarget target, byte[] parameters, LaunchOptions launch, LaunchTiming timing) {
        return switch (timing) {
            case LaunchTiming.Off _ ->
                    report(
                            () -> checked(target, parameters, launch, LaunchObserver.NONE),
                            () -> Timing.NotRequested.NOT_REQUESTED);
            case LaunchTiming.OnDevice(var device, var cache) -> {
                var model = TimingModel.of(target.image(), device);
                yield timed(target, parameters, launch, timer(target, model, cache));
            }
            case LaunchTiming.ByModel(var model, var cache) ->
                    timed(target, parameters, launch, timer(target, model, cache));
        };
    }

    private LaunchTimer timer(LaunchTarget target, TimingModel model, SecondLevelCache cache) {
        return model.timer(target.kernel(), target.shape(), options.detail(), cache);
    }

    private LaunchReport timed(
            LaunchTarget target, byte[] parameters, LaunchOptions launch, LaunchTimer timer) {
        return report(
                () ->
                        switch (options.timedLaunches()) {
                            case CHECKED -> checked(target, parameters, launch, timer.observer());
                            case UNCHECKED ->
                                    sanitizer.memchecked(
                                            target,
                                            () ->
                                                    run(
                                                            target,
                                                            parameters,
                                                            launch,
                                                            timer.observer()));
                        },
                timer::timing);
    }

    /// Executes a launch once and times it as on several devices of one architecture.
    ///
    /// @param parameters the kernel's parameter block
    /// @param launch whose observer is replaced
    public SweptLaunch sweep(
            LaunchTarget target,
            byte[] parameters,
            LaunchOptions launch,
            List<TimedDevice> devices) {
        var sweep = new LaunchSweep(target.image(), devices, target.kernel(), target.shape());
        var report =
                report(
                        () -> checked(target, parameters, launch, sweep.observer()),
                        () -> Timing.NotRequested.NOT_REQUESTED);
        return new SweptLaunch(report.ending(), sweep.timings());
    }

    private LaunchOutcome checked(
            LaunchTarget target, byte[] parameters, LaunchOptions launch, LaunchObserver timer) {
        var host =
                launch.host()
                        .scheduler()
                        .<HostAccess>map(scheduler ->
                                new HostAccess.Scheduled(suspending(target, scheduler)))
                        .orElse(launch.host());
        return sanitizer.launch(
                target,
                checks -> run(target, parameters, launch.withHost(host), checks.and(timer)));
    }

    /// The same scheduler. Other launches may be checked while it lets the launch wait.
    private HostAccess.LaunchScheduler suspending(
            LaunchTarget target, HostAccess.LaunchScheduler scheduler) {
        return new HostAccess.LaunchScheduler() {

            @Override
            public HostAccess.Decision stalled(HostAccess.Stall stall) {
                return sanitizer.suspend(target, () -> scheduler.stalled(stall));
            }

            @Override
            public HostAccess.Decision sliceEnded(HostAccess.Residence residence) {
                return sanitizer.suspend(target, () -> scheduler.sliceEnded(residence));
            }
        };
    }

    private static LaunchOutcome run(
            LaunchTarget target, byte[] parameters, LaunchOptions launch, LaunchObserver observer) {
        return Grid.launch(
                target.image(),
                target.kernel(),
                target.shape(),
                parameters,
                launch.withObserver(observer));
    }

    private static LaunchReport report(Supplier<LaunchOutcome> launch, Supplier<Timing> timing) {
        try {
            var outcome = launch.get();
            return new LaunchReport(outcome, LaunchReport.Ending.Finished.FINISHED, timing.get());
        } catch (KernelFaultException fault) {
            return new LaunchReport(
                    fault.partialOutcome(), new LaunchReport.Ending.Faulted(fault), timing.get());
        }
    }

    /// Reports device memory that kernels allocated and did not free. Called once, after the last
    /// launch.
    public void reportLeaks() {
        sanitizer.reportLeaks();
    }

    /// The number of findings beyond those that the listener received.
    public long unlistedFindings() {
        return sanitizer.unlistedFindings();
    }
}
