package org.offloadtck.implementation.emulated;

import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.process.ProcessResult;

/// The outcome of a program on the emulated driver.
///
/// @param name of the program
/// @param report of the driver
public record EmulatedOutcome(String name, ProcessResult result, EmulatedReport report) {

    /// The prefix of a line in which a program reports that one of its own results is wrong.
    private static final String WRONG = "wrong: ";

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
        var verdict = result.ending().verdict(VerdictKind.FAIL_RUNTIME, name);
        var reason = "%s: %s".formatted(verdict.reason(), result.firstError());
        return Optional.of(
                switch (verdict) {
                    case Verdict.Crash(var signal, _) -> new Verdict.Crash(signal, reason);
                    default -> Verdict.of(verdict.kind(), reason);
                });
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
