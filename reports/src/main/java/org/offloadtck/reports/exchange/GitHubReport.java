package org.offloadtck.reports.exchange;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.reports.trace.RequirementStatus;
import org.offloadtck.reports.trace.RunTrace;
import org.offloadtck.reports.trace.VerdictCounts;

/// The findings for GitHub Actions: workflow commands that a step prints to annotate a run, and
/// Markdown for `$GITHUB_STEP_SUMMARY`. Results of one scenario that failed alike are one entry.
public final class GitHubReport {

    /// The error annotations that GitHub shows of a step ("Workflow commands for GitHub Actions",
    /// limits).
    static final int MOST_ANNOTATIONS = 10;

    /// Entries of the summary. Each is cut to [#MOST_CHARACTERS], so that the whole stays below the
    /// 1 MiB that GitHub takes of a step.
    static final int MOST_ENTRIES = 100;

    static final int MOST_CHARACTERS = 2_000;

    private final RunTrace trace;

    private GitHubReport(RunTrace trace) {
        this.trace = trace;
    }

    /// A workflow command per line; none if nothing is unexpected.
    public static String annotations(RunTrace trace) {
        return new GitHubReport(trace).commands();
    }

    /// Counts per implementation and the failures, as GitHub-flavoured Markdown.
    public static String summary(RunTrace trace) {
        return new GitHubReport(trace).markdown();
    }

    private String commands() {
        var attention = trace.attention();
        boolean tooMany = attention.size() > MOST_ANNOTATIONS;
        int shown = tooMany ? MOST_ANNOTATIONS - 1 : attention.size();
        var lines = new StringBuilder();
        attention.subList(0, shown).forEach(alike -> lines.append(command(alike)));
        if (tooMany) {
            lines.append("::error title=Offload TCK::")
                    .append("%d more scenarios failed".formatted(attention.size() - shown))
                    .append('\n');
        }
        return lines.toString();
    }

    private String command(List<Result> alike) {
        var first = alike.getFirst();
        var requirements = String.join(" ", first.requirements());
        var reported = ReportedResult.of(trace.document(), first, requirements);
        var place =
                reported.path().isEmpty()
                        ? ""
                        : "file=%s,line=%d,".formatted(property(reported.path()), reported.line());
        var others = alike.size() == 1 ? "" : "\nand %d more".formatted(alike.size() - 1);
        return "::error %stitle=%s::%s\n"
                .formatted(
                        place,
                        property("%s %s".formatted(requirements, first.title())),
                        data(cut(reported.message()) + others));
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }

    private String markdown() {
        var lines = new ArrayList<String>();
        trace.fullyWaived().ifPresent(line -> lines.addAll(List.of("**%s**".formatted(line), "")));
        lines.add("# Offload TCK");
        lines.add("");
        lines.add("| requirements | |");
        lines.add("|---|---:|");
        trace.statuses().forEach((status, count) -> lines.add(row(status, count)));
        lines.add("");
        lines.add("| implementation | held | unexpected | waived | excluded | not judged |");
        lines.add("|---|---:|---:|---:|---:|---:|");
        trace.document().implementations().forEach(each -> lines.add(row(each.implementation())));
        var attention = trace.attention();
        if (!attention.isEmpty()) {
            lines.addAll(
                    section(
                            "Failures",
                            attention.stream()
                                    .limit(MOST_ENTRIES)
                                    .map(GitHubReport::entry)
                                    .toList()));
            if (attention.size() > MOST_ENTRIES) {
                lines.add("* %d more".formatted(attention.size() - MOST_ENTRIES));
            }
        }
        lines.addAll(section("Waivers", waivers()));
        lines.addAll(section("Exclusions", exclusions()));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> section(String heading, List<String> entries) {
        var lines = new ArrayList<String>();
        if (!entries.isEmpty()) {
            lines.addAll(List.of("", "## " + heading, ""));
            lines.addAll(entries);
        }
        return lines;
    }

    private List<String> waivers() {
        return trace.document().subject().selection().waivers().stream()
                .map(use ->
                        "* **%s** %s: %s (`%s`)"
                                .formatted(
                                        plain(use.waiver().id()),
                                        use.effect(),
                                        plain(use.waiver().terms()),
                                        use.waiver().results().replace("`", "")))
                .toList();
    }

    private List<String> exclusions() {
        return trace.document().subject().selection().exclusions().stream()
                .map(use ->
                        "* **%s** %s: %s: %s"
                                .formatted(
                                        plain(use.exclusion().id()),
                                        use.effect(),
                                        plain(use.exclusion().subject()),
                                        plain(use.exclusion().reason())))
                .toList();
    }

    private static String row(RequirementStatus status, int count) {
        return "| %s | %d |".formatted(status.word(), count);
    }

    private String row(ImplementationIdentity implementation) {
        var results =
                trace.document().results().stream()
                        .filter(result -> result.identity().implementation().equals(implementation))
                        .toList();
        var counts = VerdictCounts.of(results);
        return "| %s | %d | %d | %d | %d | %d |"
                .formatted(
                        implementation,
                        counts.of(VerdictClass.HELD),
                        counts.of(VerdictClass.UNEXPECTED) + counts.of(VerdictClass.HARNESS_FAULT),
                        counts.of(VerdictClass.WAIVED),
                        counts.of(VerdictClass.EXCLUDED),
                        counts.of(VerdictClass.NOT_JUDGED));
    }

    private static String entry(List<Result> alike) {
        var first = alike.getFirst();
        var others = alike.size() == 1 ? "" : ", and %d more".formatted(alike.size() - 1);
        return "* **%s** %s: %s%s"
                .formatted(
                        String.join(" ", first.requirements()),
                        plain(first.title()),
                        plain(cut(first.verdict().text())),
                        others);
    }

    /// The text on one line, with what Markdown and HTML would read as markup escaped.
    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").replaceAll("([\\\\`*_\\[\\]<>|&])", "\\\\$1");
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + " …";
    }
}
