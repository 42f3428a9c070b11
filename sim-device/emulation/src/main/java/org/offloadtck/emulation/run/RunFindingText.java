package org.offloadtck.emulation.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.checks.finding.FindingFormatter;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;

/// Formats findings as text: the kind and the problem, then kernel, thread and location.
///
/// Requirement: ER-04.
final class RunFindingText {

    private final RunReport report;

    RunFindingText(RunReport report) {
        this.report = report;
    }

    /// @param number of the finding in the report, from 1
    String of(int number, RepeatedFinding repeated) {
        var finding = repeated.finding();
        var times =
                repeated.times() == 1
                        ? ""
                        : " (%s times)".formatted(RunReportText.figure(repeated.times()));
        var process =
                report.processes().size() > 1 ? "    process  " + finding.process() + "\n" : "";
        var head = "offload-tck: finding %d: %s%s: ".formatted(number, words(kind(finding)), times);
        return head + details(finding) + process;
    }

    /// The name of the kind in the JSON document: `out-of-bounds`.
    static String kind(RunFinding finding) {
        return switch (finding) {
            case RunFinding.Fault fault -> kind(fault.kind());
            case RunFinding.Detected(_, var detected) -> kind(detected.kind());
            case RunFinding.Leak _ -> "leak";
            case RunFinding.InvalidHostAccess _ -> "invalid-host-access";
            case RunFinding.BadArgument _ -> "bad-argument";
            case RunFinding.Violation _ -> "violation";
        };
    }

    static String kind(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String kind(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String words(String kind) {
        return kind.replace('-', ' ');
    }

    private static String details(RunFinding finding) {
        return switch (finding) {
            case RunFinding.Fault fault -> fault(fault);
            case RunFinding.Detected(_, var detected) -> detected(detected);
            case RunFinding.Leak leak ->
                    "%s of %s%s%s were never freed\n"
                            .formatted(
                                    RunReportText.counted(leak.bytes(), "byte", "bytes"),
                                    leak.allocation(),
                                    words(leak.place()),
                                    pointers(leak.variables()));
            case RunFinding.InvalidHostAccess(_, var problem, var frames) ->
                    Stream.concat(
                                    Stream.of(problem),
                                    frames.stream().map(frame -> "    host     " + frame))
                            .collect(Collectors.joining("\n", "", "\n"));
            case RunFinding.BadArgument(_, String call, String problem) ->
                    "%s: %s\n".formatted(call, problem);
            case RunFinding.Violation(
                            _,
                            String site,
                            long address,
                            String problem,
                            String requirement) ->
                    "%s: 0x%x: %s [%s]\n".formatted(site, address, problem, requirement);
        };
    }

    private static String words(RunFinding.Leak.Place place) {
        return switch (place) {
            case RunFinding.Leak.Place.OnDevice(int ordinal) -> " on device " + ordinal;
            case RunFinding.Leak.Place.OnHost _ -> " on the host";
            case RunFinding.Leak.Place.Managed _ -> "";
        };
    }

    private static String pointers(List<String> variables) {
        return variables.isEmpty()
                ? ""
                : variables.stream()
                        .collect(Collectors.joining("' and '", ", to which '", "' pointed,"));
    }

    private static String detected(org.offloadtck.checks.finding.KernelFinding detected) {
        var text = new StringBuilder(FindingFormatter.problem(detected) + "\n");
        for (var site : detected.sites()) {
            if (text.indexOf("\n    kernel") < 0) {
                text.append("    kernel   %s\n".formatted(site.thread().kernel()));
            } else {
                text.append("    %s\n".formatted(FindingFormatter.action(site)));
            }
            text.append(
                    """
                        thread   %s of CTA %s
                    %s%s    ptx      %s:%s
                    """
                            .formatted(
                                    site.thread().thread(),
                                    site.thread().cta(),
                                    site.calledFunction()
                                            .map("    function %s\n"::formatted)
                                            .orElse(""),
                                    source(site.location()),
                                    site.location().source(),
                                    site.location().span()));
        }
        return text.toString();
    }

    private static String source(CodeLocation location) {
        return location.line().map("    source   %s\n"::formatted).orElse("");
    }

    private static String fault(RunFinding.Fault fault) {
        var culprit = fault.culprit();
        var location = fault.location();
        return """
        %s
            kernel   %s
            thread   %s of CTA %s on device %d
        %s    ptx      %s:%s
        %s\
        """
                .formatted(
                        fault.problem(),
                        culprit.kernel(),
                        culprit.thread(),
                        culprit.cta(),
                        fault.device(),
                        source(location),
                        location.source(),
                        location.span(),
                        fault.causes().stream()
                                .map(cause -> "    cause    %s\n".formatted(cause.text()))
                                .collect(Collectors.joining()));
    }
}
