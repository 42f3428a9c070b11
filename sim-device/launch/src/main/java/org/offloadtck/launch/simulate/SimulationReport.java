package org.offloadtck.launch.simulate;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.KnownFault;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.launch.budget.BudgetReport;
import org.offloadtck.launch.budget.KernelFigures;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.report.TimelineJson;
import org.offloadtck.timing.KernelTiming;

/// What the launches of a simulated kernel did.
///
/// @param source the file, or the files that were linked
/// @param kernel its symbol in the PTX
/// @param device the name of the simulated device
/// @param launches at least one; all but the last ran to their ends
/// @param causes the known defect that explains the fault of the last launch, if there is one
/// @param buffers of the arguments, as the kernel left them
public record SimulationReport(
        String source,
        String kernel,
        String device,
        LaunchShape shape,
        List<LaunchReport> launches,
        List<KnownFault> causes,
        Findings findings,
        List<ResultBuffer> buffers) {

    public SimulationReport {
        launches = List.copyOf(launches);
        causes = List.copyOf(causes);
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

    /// The last launch.
    public LaunchReport launch() {
        return launches.getLast();
    }

    /// Whether the kernel ran to its end and no check found anything.
    public boolean isClean() {
        return launch().ending() instanceof LaunchReport.Ending.Finished
                && findings.listed().isEmpty();
    }

    /// What budgets are compared with.
    public KernelFigures figures() {
        var counters =
                launches.stream()
                        .map(launch -> launch.outcome().counters())
                        .reduce(LaunchCounters::plus)
                        .orElseThrow();
        var counted = KernelFigures.of(kernel, launches.size(), counters);
        return times().count() == launches.size()
                ? counted.withCycles(
                        times().mapToLong(KernelTiming::cycles).sum(),
                        times().mapToLong(KernelTiming::error).sum())
                : counted;
    }

    /// The times of the launches whose times are known.
    private Stream<KernelTiming> times() {
        return launches.stream()
                .map(LaunchReport::timing)
                .filter(KernelTiming.class::isInstance)
                .map(KernelTiming.class::cast);
    }

    /// The buffer of that name.
    public Optional<ResultBuffer> buffer(String name) {
        return buffers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// What device code printed, decoded from UTF-8.
    public String output() {
        String bytes =
                launches.stream()
                        .map(launch -> launch.outcome().output())
                        .collect(Collectors.joining());
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /// Where and when the CTAs of the last launch ran, in the Trace Event Format; empty if it was
    /// not timed.
    public Optional<String> timeline() {
        return launch().timing() instanceof KernelTiming known
                ? Optional.of(TimelineJson.of(known, kernel))
                : Optional.empty();
    }

    /// The profile of all launches; none unless their instructions were recorded.
    public List<LaunchProfile> profiles() {
        return times()
                .filter(known -> !known.instructions().isEmpty())
                .map(known -> LaunchProfile.of(kernel, shape, known))
                .reduce(LaunchProfile::plus)
                .stream()
                .toList();
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
