package org.offloadtck.implementation.reference;

import static org.offloadtck.conformance.result.Metric.Exactness.EXACT;
import static org.offloadtck.conformance.result.Metric.Exactness.SAMPLED;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.implementation.RunOutcome;
import org.offloadtck.implementation.element.BufferContents;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.process.PluginVerdict;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.runtime.memory.TransferCounts;

/// Runs executables made of one program on one device.
record ReferenceRun(AbiProfile profile, CorpusProgram program, Device device) {

    /// Runs `executable` with the inputs of `testCase`, from its first constructor to its last
    /// destructor.
    RunOutcome run(Artifact executable, TestCase testCase) {
        try {
            var elf = ElfObject.parse(executable.name(), executable.bytes());
            try (var process = SimulatedHostProcess.load(elf, profile, device)) {
                return run(process, testCase);
            }
        } catch (MissingCapabilityException missing) {
            return stopped(VerdictKind.UNSUPPORTED, missing);
        } catch (DeviceException fault) {
            return PluginVerdict.of(fault)
                    .<RunOutcome>map(RunOutcome.Stopped::new)
                    .orElseGet(() ->
                            stopped(
                                    fault.error() == DeviceError.UNSUPPORTED
                                            ? VerdictKind.UNSUPPORTED
                                            : VerdictKind.FAIL_RUNTIME,
                                    fault));
        } catch (OffloadException | HostFaultException | MalformedObjectException fault) {
            return stopped(VerdictKind.FAIL_RUNTIME, fault);
        }
    }

    private RunOutcome run(SimulatedHostProcess process, TestCase testCase) {
        long launchesBefore = device.launchCount();
        process.start();
        var host = new HostProgram(process, program.unit(), profile);
        var initial = testCase.initial(program.unit());
        host.fill(initial);
        var fallback = host.run();
        if (fallback.isPresent()) {
            return new RunOutcome.Stopped(
                    Verdict.of(VerdictKind.HOST_FALLBACK, fallback.get().reason()));
        }
        var expected = program.expectation().expected(program.unit(), initial);
        var contents = contents(host, expected.keySet());
        var traffic = process.runtime().transferCounts(0);
        process.exit();
        return new RunOutcome.Completed(
                contents,
                contents.against(expected),
                device.launchCount() - launchesBefore,
                measurements(host.launches(), traffic));
    }

    private BufferContents contents(HostProgram host, Set<String> buffers) {
        var contents = new LinkedHashMap<String, ElementArray>();
        buffers.forEach(name -> contents.put(name, host.contents(name)));
        return new BufferContents(
                contents, program.expectation().ulpLimit(device.description().target().triple()));
    }

    private List<Evidence.Measurements> measurements(
            List<Launched> launches, TransferCounts traffic) {
        var measurements = new ArrayList<Evidence.Measurements>();
        for (var launch : launches) {
            measurements.add(
                    new Evidence.Measurements(
                            "kernel %s on %s".formatted(launch.kernel(), device.description().id()),
                            Stream.concat(
                                            shape(launch.size()),
                                            launch.measurements().stream()
                                                    .map(ReferenceRun::metric))
                                    .toList()));
        }
        measurements.add(
                new Evidence.Measurements(
                        "traffic with " + device.description().id(),
                        List.of(
                                new Metric(
                                        "bytes-to-device", traffic.bytesToDevice(), "bytes", EXACT),
                                new Metric(
                                        "bytes-from-device",
                                        traffic.bytesFromDevice(),
                                        "bytes",
                                        EXACT),
                                new Metric("launches", traffic.launches(), "kernels", EXACT))));
        return measurements;
    }

    /// The number of teams, and of threads in all teams.
    private static Stream<Metric> shape(LaunchSize size) {
        long teams = size.groups().volume();
        return Stream.of(
                new Metric("teams", teams, "teams", EXACT),
                new Metric("threads", teams * size.groupSize().volume(), "threads", EXACT));
    }

    private static Metric metric(Measurement measurement) {
        var exactness =
                switch (measurement.metric().exactness()) {
                    case EXACT -> EXACT;
                    case SAMPLED -> SAMPLED;
                };
        return new Metric(
                measurement.metric().word(),
                measurement.value(),
                measurement.metric().unit(),
                exactness);
    }

    private static RunOutcome stopped(VerdictKind kind, RuntimeException cause) {
        return new RunOutcome.Stopped(Verdict.of(kind, String.valueOf(cause.getMessage())));
    }
}
