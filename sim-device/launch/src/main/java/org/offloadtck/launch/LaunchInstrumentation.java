package org.offloadtck.launch;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.launch.simulate.SimulationException;
import org.offloadtck.launch.simulate.SimulationReport.Ending;
import org.offloadtck.launch.simulate.SimulationReport.Verdict;
import org.offloadtck.launch.simulate.SimulationSettings;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.LaunchTimer;
import org.offloadtck.timing.replay.TimingModel;

/// What is looked for in a launch: faults of the kernel, and the time it takes.
public final class LaunchInstrumentation {

    private final DeviceSpec device;
    private final SimulationSettings.Clock clock;
    private final Sanitizer detector;
    private final List<KernelFinding> findings;

    /// Of the launch, once it has begun, if it is timed.
    private final List<LaunchTimer> timers = new ArrayList<>();

    private LaunchInstrumentation(
            DeviceSpec device,
            SimulationSettings.Clock clock,
            Sanitizer detector,
            List<KernelFinding> findings) {
        this.device = device;
        this.clock = clock;
        this.detector = detector;
        this.findings = findings;
    }

    /// @param memory without any allocation so far
    public static LaunchInstrumentation of(
            DeviceSpec device, GlobalMemory memory, SimulationSettings settings) {
        var findings = new ArrayList<KernelFinding>();
        var detector = new Sanitizer(memory, checks(settings.checks()), findings::add);
        return new LaunchInstrumentation(device, settings.clock(), detector, findings);
    }

    private static Set<Check> checks(List<String> words) {
        var checks = EnumSet.of(Check.MEMORY);
        for (var word : words) {
            checks.addAll(
                    Check.of(word)
                            .orElseThrow(() ->
                                    new SimulationException(
                                            "--check has '%s' when it should have some of %s"
                                                    .formatted(word, Check.words()))));
        }
        return checks;
    }

    public DeviceSpec device() {
        return device;
    }

    /// Launches, watching.
    public LaunchOutcome launch(
            Sanitizer.LaunchTarget target, Function<LaunchObserver, LaunchOutcome> launch) {
        var observer =
                switch (clock) {
                    case STOPPED -> LaunchObserver.NONE;
                    case RUNNING -> {
                        var model = TimingModel.of(target.image(), TimedDevice.of(device));
                        timers.add(model.timer(target.kernel(), target.shape()));
                        yield timers.getFirst().observer();
                    }
                };
        return detector.launch(target, checks -> launch.apply(checks.and(observer)));
    }

    /// What came out of it, when nobody will launch any more.
    public Verdict verdict(Ending ending) {
        detector.reportLeaks();
        return new Verdict(findings, detector.unlistedFindings(), timing(ending));
    }

    private Timing timing(Ending ending) {
        if (timers.isEmpty()) {
            return Timing.NotRequested.NOT_REQUESTED;
        }
        return switch (ending) {
            case Ending.Finished _ -> timers.getFirst().timing();
            case Ending.Faulted _ -> new Timing.Unknown("the kernel did not run to its end");
        };
    }
}
