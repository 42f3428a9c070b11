package org.offloadtck.launch.simulate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.launch.budget.BudgetReport;
import org.offloadtck.launch.budget.KernelFigures;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.report.TimelineJson;
import org.offloadtck.timing.KernelTiming;

/// What a simulated launch did.
///
/// @param source the file, or the files that were linked
/// @param kernel its symbol in the PTX
/// @param device the name of the simulated device
/// @param buffers of the arguments, as the kernel left them
public record SimulationReport(
        String source,
        String kernel,
        String device,
        LaunchShape shape,
        LaunchReport launch,
        Findings findings,
        List<ResultBuffer> buffers) {

    public SimulationReport {
        buffers = List.copyOf(buffers);
    }

    /// What the checks found.
    ///
    /// @param listed the first finding of each place, in the order of detection
    /// @param unlisted the number of further findings
    /// @param suppressed the number of findings that each suppression matched, by its id
    public record Findings(
            List<KernelFinding> listed, long unlisted, SequencedMap<String, Long> suppressed) {

        public Findings {
            listed = List.copyOf(listed);
            suppressed = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(suppressed));
        }
    }

    /// Whether the kernel ran to its end and no check found anything.
    public boolean isClean() {
        return launch.ending() instanceof LaunchReport.Ending.Finished
                && findings.listed().isEmpty();
    }

    /// What budgets are compared with.
    public KernelFigures figures() {
        var counted = KernelFigures.of(kernel, 1, launch.outcome().counters());
        return launch.timing() instanceof KernelTiming known
                ? counted.withCycles(known.cycles())
                : counted;
    }

    /// The buffer of that name.
    public Optional<ResultBuffer> buffer(String name) {
        return buffers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// What device code printed.
    public String output() {
        return launch.outcome().output();
    }

    /// Where and when the CTAs ran, in the Trace Event Format; empty if the launch was not timed.
    public Optional<String> timeline() {
        return launch.timing() instanceof KernelTiming known
                ? Optional.of(TimelineJson.of(known, kernel))
                : Optional.empty();
    }

    /// The profile of the launch; none unless its instructions were recorded.
    public List<LaunchProfile> profiles() {
        return launch.timing() instanceof KernelTiming known && !known.instructions().isEmpty()
                ? List.of(LaunchProfile.of(kernel, shape, known))
                : List.of();
    }

    /// The report for people: whole lines.
    public String text() {
        return SimulationText.of(this);
    }

    /// The report in the shape of `simulation-1.schema.json`.
    ///
    /// @param budgets what became of those that the launch was compared with
    public String json(BudgetReport budgets) {
        return SimulationJson.of(this, budgets);
    }
}
