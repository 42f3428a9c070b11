package org.offloadtck.launch.simulate;

import java.util.List;
import java.util.Optional;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.report.TimelineJson;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

/// What a launch did.
///
/// @param source the file, or those that were linked
/// @param kernel its name in the PTX
/// @param device the name of the device
/// @param result what it counted and printed, to its end or to its fault
/// @param verdict what was looked for in it, and found
/// @param buffers those of the arguments, as the kernel left them
public record SimulationReport(
        String source,
        String kernel,
        String device,
        LaunchShape shape,
        Ending ending,
        LaunchOutcome result,
        Verdict verdict,
        List<ResultBuffer> buffers) {

    public SimulationReport {
        buffers = List.copyOf(buffers);
    }

    /// How a launch ends.
    public sealed interface Ending {

        record Finished() implements Ending {}

        /// Device code did wrong.
        record Faulted(KernelFaultException fault) implements Ending {}
    }

    /// What was found wrong with a launch that went on, and how long it takes.
    ///
    /// @param findings the first of each place, in the order they were found
    /// @param unlisted how many more there were
    /// @param timing how long it would take on the device
    public record Verdict(List<KernelFinding> findings, long unlisted, Timing timing) {

        public Verdict {
            findings = List.copyOf(findings);
        }
    }

    /// Whether the kernel ran to its end and nothing was found wrong with it.
    public boolean isClean() {
        return ending instanceof Ending.Finished && verdict.findings().isEmpty();
    }

    /// The buffer of that name.
    public Optional<ResultBuffer> buffer(String name) {
        return buffers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// What device code printed.
    public String output() {
        return result.output();
    }

    /// Where and when its CTAs ran, for viewers; nothing if that is not known.
    public Optional<String> timeline() {
        return verdict.timing() instanceof KernelTiming known
                ? Optional.of(TimelineJson.of(known, kernel))
                : Optional.empty();
    }

    /// For people: whole lines.
    public String text() {
        return SimulationText.of(this);
    }

    /// For programs: one object in the shape of `simulation-1.schema.json`.
    public String json() {
        return SimulationJson.of(this);
    }
}
