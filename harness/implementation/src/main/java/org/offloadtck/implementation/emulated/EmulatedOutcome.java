package org.offloadtck.implementation.emulated;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.command.ExitCode;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ProcessTermination;

/// The outcome of a program on the emulated driver.
///
/// @param name of the program
/// @param report of the driver
public record EmulatedOutcome(String name, ProcessResult result, EmulatedReport report) {

    /// The prefix of a line in which a program reports that one of its own results is wrong.
    private static final String WRONG = "wrong: ";

    /// The status of a launcher whose program reached its time limit.
    private static final ProcessTermination AT_TIME_LIMIT =
            new ProcessTermination.Exited(ExitCode.TIME_LIMIT);

    /// The line in which a launcher says which kernels ran at the time limit.
    private static final Pattern TIME_LIMIT =
            Pattern.compile("^.*time limit of (\\S+ s) reached: (.*)$", Pattern.MULTILINE);

    /// The verdict: the program must end successfully and print `prints`, and the driver must have
    /// launched a kernel for it.
    ///
    /// @param prints the expected standard output
    public Verdict verdict(String prints) {
        var wrong = result.output().lines().filter(line -> line.startsWith(WRONG)).findFirst();
        if (wrong.isPresent()) {
            return Verdict.of(VerdictKind.FAIL_VALUE, wrong.get().substring(WRONG.length()));
        }
        return failure()
                .or(() -> misprint(prints))
                .orElseGet(() ->
                        report.total() == 0
                                ? Verdict.of(
                                        VerdictKind.HOST_FALLBACK,
                                        "the driver launched no kernel of " + name)
                                : Verdict.pass());
    }

    /// The verdict on an unsuccessful end; empty if the program ended successfully.
    public Optional<Verdict> failure() {
        if (result.ending().isSuccess()) {
            return Optional.empty();
        }
        return Optional.of(hang().orElseGet(() -> because(result.firstError())));
    }

    /// The verdict on an unsuccessful end, without what the program wrote about it.
    public Verdict ending() {
        return hang().orElseGet(this::unexplained);
    }

    private Verdict because(String error) {
        var verdict = unexplained();
        return verdict.withReason("%s: %s".formatted(verdict.reason(), error));
    }

    private Verdict unexplained() {
        return result.ending().verdict(VerdictKind.FAIL_RUNTIME, name);
    }

    /// The verdict on a program that the launcher ended at the time limit.
    private Optional<Verdict> hang() {
        var line = TIME_LIMIT.matcher(result.errors());
        return result.ending().equals(AT_TIME_LIMIT) && line.find()
                ? Optional.of(
                        Verdict.of(
                                VerdictKind.HANG,
                                "%s ran for more than %s: %s"
                                        .formatted(name, line.group(1), line.group(2))))
                : Optional.empty();
    }

    /// The command with its output, and the launch count.
    public List<Evidence> evidence() {
        var launches = new Metric("launches", report.total(), "kernels", Metric.Exactness.EXACT);
        return List.of(result.evidence(), new Evidence.Measurements(name, List.of(launches)));
    }

    private Optional<Verdict> misprint(String prints) {
        return result.output().equals(prints)
                ? Optional.empty()
                : Optional.of(
                        Verdict.of(
                                VerdictKind.FAIL_VALUE,
                                "%s printed '%s' when it should print '%s'"
                                        .formatted(name, result.output().strip(), prints.strip())));
    }
}
