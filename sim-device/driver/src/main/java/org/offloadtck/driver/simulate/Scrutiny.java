package org.offloadtck.driver.simulate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.offloadtck.driver.simulate.SimulationReport.Ending;
import org.offloadtck.driver.simulate.SimulationReport.Verdict;
import org.offloadtck.simt.check.Check;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.timing.LaunchTimer;
import org.offloadtck.simt.timing.Timing;
import org.offloadtck.simt.timing.TimingModel;

/// What is looked for in a launch: faults of the kernel, and the time it takes.
final class Scrutiny {

    private final DeviceSpec device;
    private final SimulationSettings.Clock clock;
    private final FaultDetector detector;
    private final List<Finding> findings;

    /// Of the launch, once it has begun, if it is timed.
    private final List<LaunchTimer> timers = new ArrayList<>();

    private Scrutiny(
            DeviceSpec device,
            SimulationSettings.Clock clock,
            FaultDetector detector,
            List<Finding> findings) {
        this.device = device;
        this.clock = clock;
        this.detector = detector;
        this.findings = findings;
    }

    /// @param memory without any allocation so far
    static Scrutiny of(DeviceSpec device, GlobalMemory memory, SimulationSettings settings) {
        var findings = new ArrayList<Finding>();
        var detector = new FaultDetector(memory, checks(settings.checks()), findings::add);
        return new Scrutiny(device, settings.clock(), detector, findings);
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

    DeviceSpec device() {
        return device;
    }

    /// Launches, watching.
    LaunchResult launch(
            FaultDetector.Target target, Function<LaunchObserver, LaunchResult> launch) {
        var observer =
                switch (clock) {
                    case STOPPED -> LaunchObserver.NONE;
                    case RUNNING -> {
                        var model = TimingModel.of(target.image(), device);
                        timers.add(model.timer(target.kernel(), target.shape()));
                        yield timers.getFirst().observer();
                    }
                };
        return detector.launch(target, checks -> launch.apply(checks.and(observer)));
    }

    /// What came out of it, when nobody will launch any more.
    Verdict verdict(Ending ending) {
        detector.end();
        return new Verdict(findings, detector.unlisted(), timing(ending));
    }

    private Timing timing(Ending ending) {
        if (timers.isEmpty()) {
            return Timing.Unasked.UNASKED;
        }
        return switch (ending) {
            case Ending.Finished _ -> timers.getFirst().timing();
            case Ending.Faulted _ -> new Timing.Unknown("the kernel did not run to its end");
        };
    }
}
