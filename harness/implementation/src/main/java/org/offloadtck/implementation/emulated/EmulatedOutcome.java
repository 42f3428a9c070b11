package org.offloadtck.implementation.emulated;

import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.process.ProcessResult;

/// What became of a program on the emulated driver.
///
/// @param name the program's
/// @param report what the driver did for it
public record EmulatedOutcome(String name, ProcessResult result, EmulatedReport report) {

    /// What a line begins with by which a program says that a result of its own is wrong.
    private static final String WRONG = "wrong: ";

    /// Whether it ended well, printed what it should, and the driver launched a kernel of it.
    ///
    /// @param prints what it should write to its standard output
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

    /// Why it did not end well, if it did not.
    public Optional<Verdict> failure() {
        if (result.ending().isSuccess()) {
            return Optional.empty();
        }
        var verdict = result.ending().verdict(VerdictKind.FAIL_RUNTIME, name);
        var said = "%s: %s".formatted(verdict.reason(), result.complaint());
        return Optional.of(
                switch (verdict) {
                    case Verdict.Crash(var signal, _) -> new Verdict.Crash(signal, said);
                    default -> Verdict.of(verdict.kind(), said);
                });
    }

    /// The command and what it said, and the launch count.
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
