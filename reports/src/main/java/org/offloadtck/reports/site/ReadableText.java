package org.offloadtck.reports.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Result;

/// Texts of results and of the catalogue as pages show them.
public final class ReadableText {

    /// U+202F, a narrow space that does not break: SI Brochure §5.4.4 on grouping digits.
    private static final String SPACE = "\u202f";

    /// Code in reStructuredText and Markdown; a role's text, `:ref:`text``, is not code.
    private static final Pattern CODE =
            Pattern.compile("(?<!:)(?:``([^`]+)``|(?<!`)`([^`]+)`(?!`))");

    private static final Pattern FORBIDDEN =
            Pattern.compile(
                    "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

    private static final Pattern GROUPS = Pattern.compile("(?<=\\d)(?=(\\d{3})+$)");

    private ReadableText() {}

    /// A part of a quote.
    public record Span(boolean isCode, String text) {}

    /// The number with its digits in groups of three, the same in every locale.
    public static String grouped(long value) {
        return GROUPS.matcher(Long.toString(value)).replaceAll(SPACE);
    }

    /// `42 s`, `7 min 32 s`.
    public static String duration(long milliseconds) {
        var time = Duration.ofMillis(milliseconds);
        return time.toMinutes() == 0
                ? "%d s".formatted(time.toSeconds())
                : "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart());
    }

    /// A quote with its code marks turned into code, and the rest of its markup into plain text.
    public static List<Span> spans(String quote) {
        var spans = new ArrayList<Span>();
        var code = CODE.matcher(quote);
        int plainFrom = 0;
        while (code.find()) {
            spans.add(plain(quote.substring(plainFrom, code.start())));
            var inside = code.group(1) == null ? code.group(2) : code.group(1);
            spans.add(new Span(true, PlainText.of(String.valueOf(inside))));
            plainFrom = code.end();
        }
        spans.add(plain(quote.substring(plainFrom)));
        return spans;
    }

    /// Keeps the spaces that part the text from its neighbours.
    private static Span plain(String text) {
        if (text.isBlank()) {
            return new Span(false, text.isEmpty() ? "" : " ");
        }
        var before = Character.isWhitespace(text.charAt(0)) ? " " : "";
        var after = Character.isWhitespace(text.charAt(text.length() - 1)) ? " " : "";
        return new Span(false, before + PlainText.of(text) + after);
    }

    /// A set of profiles in few words: `documented … llvm-19, llvm-23`. Three or more that follow
    /// each other in the catalogue are joined to a range.
    public static String profiles(List<String> profiles, Catalogue catalogue) {
        var ranges = new ArrayList<String>();
        var run = new ArrayList<String>();
        for (var profile : catalogue.profiles()) {
            if (profiles.contains(profile)) {
                run.add(profile);
            } else {
                close(run, ranges);
            }
        }
        close(run, ranges);
        return String.join(", ", ranges);
    }

    private static void close(List<String> run, List<String> ranges) {
        if (run.size() > 2) {
            ranges.add("%s … %s".formatted(run.getFirst(), run.getLast()));
        } else {
            ranges.addAll(run);
        }
        run.clear();
    }

    /// Distinguishes a result from the others of its scenario.
    public static String where(Result result) {
        var identity = result.identity();
        var parts = new ArrayList<String>();
        identity.parameters().forEach(each -> parts.add(each.name() + " = " + each.value()));
        if (!identity.profile().isEmpty()) {
            parts.add(identity.profile());
        }
        parts.add(identity.implementation().toString());
        if (!identity.device().equals(DeviceIdentity.NONE)) {
            parts.add(identity.device().toString());
        }
        return String.join(" · ", parts);
    }

    /// The command that runs the scenario of a result again, in the folder of the report.
    public static String replay(Result result) {
        return "offload-tck replay %s .".formatted(result.identity().shortId());
    }

    /// A command as a shell takes it.
    public static String shell(List<String> command) {
        return command.stream()
                .map(word ->
                        word.matches("[A-Za-z0-9_./:=,+@%^-]+")
                                ? word
                                : "'%s'".formatted(word.replace("'", "'\\''")))
                .collect(Collectors.joining(" "));
    }

    /// The text without the characters that XML 1.0 §2.2 does not allow, which HTML forbids too:
    /// the output of a broken program may have them. They become U+FFFD.
    public static String printable(String text) {
        return FORBIDDEN.matcher(text).replaceAll("\uFFFD");
    }
}
