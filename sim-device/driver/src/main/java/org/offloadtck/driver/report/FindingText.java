package org.offloadtck.driver.report;

import java.util.Locale;
import org.offloadtck.simt.check.Finding.Kind;
import org.offloadtck.simt.execution.FaultKind;
import org.offloadtck.simt.execution.KernelFaultException.Location;

/// A finding as people read it: what it is, then who and where.
final class FindingText {

    private final RunReport report;

    FindingText(RunReport report) {
        this.report = report;
    }

    /// @param number of the finding in the report, from 1
    String of(int number, RepeatedFinding repeated) {
        var finding = repeated.finding();
        var times =
                repeated.times() == 1
                        ? ""
                        : " (%s times)".formatted(ReportText.figure(repeated.times()));
        var process =
                report.processes().size() > 1 ? "    process  " + finding.process() + "\n" : "";
        var head = "offload-tck: finding %d: %s%s: ".formatted(number, words(kind(finding)), times);
        return head + details(finding) + process;
    }

    /// The name of the finding's kind in a document: `out-of-bounds`.
    static String kind(Finding finding) {
        return switch (finding) {
            case Finding.Fault fault -> kind(fault.kind());
            case Finding.Detected(_, var detected) -> kind(detected.kind());
            case Finding.Leak _ -> "leak";
            case Finding.BadArgument _ -> "bad-argument";
            case Finding.Violation _ -> "violation";
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

    private static String details(Finding finding) {
        return switch (finding) {
            case Finding.Fault fault -> fault(fault);
            case Finding.Detected(_, var detected) -> detected(detected);
            case Finding.Leak(_, int device, String allocation, long bytes) ->
                    "%s of %s on device %d were never freed\n"
                            .formatted(
                                    ReportText.counted(bytes, "byte", "bytes"), allocation, device);
            case Finding.BadArgument(_, String call, String problem) ->
                    "%s: %s\n".formatted(call, problem);
            case Finding.Violation(
                            _,
                            String site,
                            long address,
                            String problem,
                            String requirement) ->
                    "%s: 0x%x: %s [%s]\n".formatted(site, address, problem, requirement);
        };
    }

    private static String detected(org.offloadtck.simt.check.Finding detected) {
        var text = new StringBuilder(detected.problem() + "\n");
        for (var site : detected.sites()) {
            if (text.indexOf("\n    kernel") < 0) {
                text.append("    kernel   %s\n".formatted(site.culprit().kernel()));
            } else {
                text.append("    %s\n".formatted(site.part()));
            }
            text.append(
                    """
                        thread   %s of CTA %s
                    %s    ptx      %s:%s
                    """
                            .formatted(
                                    site.culprit().thread(),
                                    site.culprit().cta(),
                                    source(site.location()),
                                    site.location().source(),
                                    site.location().span()));
        }
        return text.toString();
    }

    private static String source(Location location) {
        return location.line().map("    source   %s\n"::formatted).orElse("");
    }

    private static String fault(Finding.Fault fault) {
        var culprit = fault.culprit();
        var location = fault.location();
        return """
        %s
            kernel   %s
            thread   %s of CTA %s on device %d
        %s    ptx      %s:%s
        """
                .formatted(
                        fault.problem(),
                        culprit.kernel(),
                        culprit.thread(),
                        culprit.cta(),
                        fault.device(),
                        source(location),
                        location.source(),
                        location.span());
    }
}
