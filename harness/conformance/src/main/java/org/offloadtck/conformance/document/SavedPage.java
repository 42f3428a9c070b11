package org.offloadtck.conformance.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Problem;

/// A web page saved as text, from which the document's lines are extracted. A line without the text
/// that its view adds to every line is a [DataException]: nothing is guessed.
///
/// @param source name of the file
record SavedPage(String source, List<String> shown) {

    /// Author, abbreviated hash, date and time of a line that begins a commit's.
    private static final Pattern BLAME =
            Pattern.compile("^\\D+[0-9a-f]{7,12}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");

    /// The number of a gitweb line; nine digits, so that it is an `int`.
    private static final Pattern NUMBER = Pattern.compile("^(\\d{1,9}) ");

    /// The lines of a blame view. Its first line names the file; line `n` then starts with `n`,
    /// after the commit where one begins.
    List<String> blame() {
        var lines = new ArrayList<String>();
        for (int n = 1; n < shown.size(); n++) {
            lines.add(withoutNumber(n, BLAME.matcher(shown.get(n)).replaceFirst("")));
        }
        return List.copyOf(lines);
    }

    /// The lines of a cross-reference view. Its first line names the file; line `n` then starts
    /// with `n`, `*` if the newest commit is its, the commit's hash, `S`, and the author.
    ///
    /// @param authors everyone who may be named: where a name ends cannot be seen
    List<String> crossReference(List<String> authors) {
        var names = authors.stream().map(Pattern::quote).collect(Collectors.joining("|"));
        var commit = Pattern.compile("^\\*?[0-9a-f]{8}S(?:%s)".formatted(names));
        var lines = new ArrayList<String>();
        for (int n = 1; n < shown.size(); n++) {
            var line = withoutNumber(n, shown.get(n));
            var glued = commit.matcher(line);
            // The line after the last is empty: the page shows that the file ends with a newline.
            if (!glued.find() && !line.isEmpty()) {
                throw problem(n, line, "the commit of one of %s".formatted(names));
            }
            lines.add(glued.replaceFirst(""));
        }
        return List.copyOf(lines);
    }

    /// The lines of a gitweb view: what stands before line 1 is dropped; the numbers of the lines
    /// rise, but leave out empty ones, which come back as one empty line.
    List<String> gitweb() {
        var lines = new ArrayList<String>();
        int last = 0;
        for (int i = 0; i < shown.size(); i++) {
            var number = NUMBER.matcher(shown.get(i));
            if (number.find()) {
                int n = Integer.parseInt(number.group(1));
                if (n <= last) {
                    throw problem(i, shown.get(i), "a line number above %d".formatted(last));
                }
                if (last > 0 && n > last + 1) {
                    lines.add("");
                }
                last = n;
                lines.add(number.replaceFirst(""));
            } else if (last > 0) {
                throw problem(i, shown.get(i), "a line number above %d".formatted(last));
            }
        }
        return List.copyOf(lines);
    }

    private String withoutNumber(int n, String line) {
        var number = Integer.toString(n);
        if (!line.startsWith(number)) {
            throw problem(n, line, "line number %d".formatted(n));
        }
        return line.substring(number.length());
    }

    private DataException problem(int index, String line, String expected) {
        var text = "starts with '%.24s' when it should start with %s".formatted(line, expected);
        var at = "line %d".formatted(index + 1);
        return new DataException(List.of(new Problem(source, at, text)));
    }
}
