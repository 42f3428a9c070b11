package org.offloadtck.conformance.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.conformance.data.DataException;
import org.offloadtck.conformance.data.Problem;

/// How a web page showed a document when it was saved, and so what was glued to its lines.
public enum DocumentView {
    /// Gitiles' blame view: a line starts with its number; the first line of a commit has author,
    /// abbreviated hash, date and time glued before that.
    BLAME("blame"),
    /// OpenGrok's cross-reference view: a line starts with its number, `*` for the newest commit,
    /// the commit's hash, `S` and the author.
    CROSS_REFERENCE("cross-reference"),
    /// gitweb's view of a blob: a line starts with its number and a space; empty lines are lost.
    GITWEB("gitweb"),
    /// Markdown as written.
    MARKDOWN("markdown"),
    /// A mail without markup.
    MAIL("mail");

    private static final Pattern BLAMED =
            Pattern.compile("^\\D+[0-9a-f]{7,12}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    private static final Pattern NUMBERED = Pattern.compile("^\\d+ ");

    private final String id;

    DocumentView(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /// Takes off what the view glued on.
    ///
    /// @param authors the names a cross-reference view may glue to a line
    /// @throws DataException if a line does not carry what the view says it does
    List<String> lines(String source, String text, List<String> authors) {
        var shown = text.lines().toList();
        return switch (this) {
            case BLAME -> numbered(source, shown, DocumentView::blamed);
            case CROSS_REFERENCE -> {
                var commit = commit(authors);
                yield numbered(source, shown, UnaryOperator.identity()).stream()
                        .map(line -> commit.matcher(line).replaceFirst(""))
                        .toList();
            }
            case GITWEB ->
                    shown.stream()
                            .filter(line -> NUMBERED.matcher(line).find())
                            .map(line -> NUMBERED.matcher(line).replaceFirst(""))
                            .toList();
            case MARKDOWN, MAIL -> shown;
        };
    }

    /// The first line names the file and is dropped; line `n` of the file starts with `n`.
    private static List<String> numbered(
            String source, List<String> shown, UnaryOperator<String> withoutCommit) {
        var lines = new ArrayList<String>();
        for (var text : shown.subList(Math.min(1, shown.size()), shown.size())) {
            var number = Integer.toString(lines.size() + 1);
            var numbered = withoutCommit.apply(text);
            if (!numbered.startsWith(number)) {
                throw new DataException(
                        List.of(
                                new Problem(
                                        source,
                                        "line %d".formatted(lines.size() + 2),
                                        "starts with '%.20s' when it should start with line number %s"
                                                .formatted(numbered, number))));
            }
            lines.add(numbered.substring(number.length()));
        }
        return List.copyOf(lines);
    }

    /// A digit at the start of a blamed line is its number; anything else is the author.
    private static String blamed(String line) {
        return BLAMED.matcher(line).replaceFirst("");
    }

    private static Pattern commit(List<String> authors) {
        var names = authors.stream().map(Pattern::quote).collect(Collectors.joining("|"));
        return Pattern.compile("^\\*?[0-9a-f]{8}S(?:%s)".formatted(names));
    }
}
