package org.offloadtck.scenario.fault;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine;
import org.offloadtck.conformance.result.Evidence.PlantedFaultLine.Outcome;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.check.rule.Severity;

/// What `check` reports of a planted fault.
///
/// @param place where the fault is
/// @param findings the findings that the file does not have without the fault
public record FaultVerdict(PlantedFault fault, Optional<FaultPlace> place, List<Finding> findings) {

    public FaultVerdict {
        findings = List.copyOf(findings);
    }

    /// Plants the fault and checks the file.
    public static FaultVerdict of(PlantedFault fault, ArtifactCheck check) {
        var files = new FaultCheck(check);
        var before = new HashSet<>(files.findingsBefore(fault));
        var added = files.findings(fault).stream().filter(one -> !before.contains(one)).toList();
        var place =
                fault.at().isEmpty() ? Optional.<FaultPlace>empty() : Optional.of(fault.place());
        return new FaultVerdict(fault, place, added);
    }

    /// Whether the verdict is the one that the consequence demands: the rule is reported at the
    /// place with the severity, and a harmless edit has no error.
    public boolean isRight() {
        boolean demanded = fault.rules().isEmpty() || findings.stream().anyMatch(this::isExpected);
        return switch (fault.consequence().severity()) {
            case ERROR -> demanded && hasError();
            case WARNING -> demanded && !findings.isEmpty();
            case NOTE -> demanded && !hasError();
        };
    }

    /// Whether `check` exits with 1 because of the fault.
    public boolean hasError() {
        return findings.stream().anyMatch(found -> found.rule().severity() == Severity.ERROR);
    }

    private boolean isExpected(Finding found) {
        return fault.rules().contains(found.rule().id())
                && place.stream()
                        .allMatch(at ->
                                found.offset() == at.offset()
                                        && found.section().equals(at.section()));
    }

    /// The row of the table in reports.
    ///
    /// @param group of the fault
    Evidence evidence(FaultGroup group) {
        return new PlantedFaultLine(
                group.word(),
                fault.row(),
                Stream.concat(Stream.of(fault.base()), fault.others().stream()).toList(),
                fault.edits(),
                fault.rules(),
                Rule.all().stream()
                        .filter(rule -> fault.rules().contains(rule.id()))
                        .map(Rule::requirement)
                        .distinct()
                        .sorted()
                        .toList(),
                place.map(at -> "%s at 0x%x".formatted(at.section(), at.offset()).strip())
                        .orElse(""),
                fault.consequence().word(),
                fault.seen(),
                findings.stream().map(found -> found.rule().id()).distinct().toList(),
                outcome());
    }

    private Outcome outcome() {
        if (isRight()) {
            return fault.rules().isEmpty() ? Outcome.ACCEPTED : Outcome.REPORTED;
        }
        return fault.consequence() == Consequence.HARMLESS && hasError()
                ? Outcome.FALSE_ALARM
                : Outcome.MISSED;
    }

    @Override
    public String toString() {
        return "%s: expected %s at %s, reported %s"
                .formatted(fault.id(), fault.rules(), place, findings);
    }
}
