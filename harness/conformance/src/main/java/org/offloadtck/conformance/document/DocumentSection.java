package org.offloadtck.conformance.document;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A heading of a document and what stands from it to the next heading of any level.
///
/// @param title plain; empty for what stands before the first heading
/// @param units in their order; headings are none
public record DocumentSection(String title, List<DocumentUnit> units) {

    private static final Pattern HASHES = Pattern.compile("^#{1,6}[\\s\\u00a0]+");
    private static final Pattern RULE = Pattern.compile("^([=\\-^~])\\1{2,}\\s*$");

    /// A mail has no markup: a short line that stands alone and ends no sentence is a heading.
    private static final Pattern ALONE = Pattern.compile("^[A-Z][A-Za-z ]{2,50}$");

    /// What stands above and below the front matter of a Markdown file.
    private static final String FRONT_MATTER = "---";

    public DocumentSection {
        units = List.copyOf(units);
    }

    /// The plain text of the whole section, see [PlainText].
    public String text() {
        return units.stream().map(DocumentUnit::text).collect(joining(" "));
    }

    public static List<DocumentSection> of(DocumentView view, List<String> lines) {
        var sections = new ArrayList<DocumentSection>();
        var title = "";
        var body = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            if (isHeading(view, lines, i)) {
                sections.add(section(view, title, body));
                title = PlainText.of(HASHES.matcher(lines.get(i)).replaceFirst(""));
                body.clear();
            } else if (!RULE.matcher(lines.get(i)).matches()) {
                body.add(lines.get(i));
            }
        }
        sections.add(section(view, title, body));
        return List.copyOf(sections);
    }

    private static DocumentSection section(DocumentView view, String title, List<String> body) {
        var units =
                BlockSplitter.cut(view, body).stream()
                        .flatMap(block -> block.units().stream())
                        .toList();
        return new DocumentSection(title, units);
    }

    private static boolean isHeading(DocumentView view, List<String> lines, int at) {
        var line = lines.get(at);
        var before = at == 0 ? "" : lines.get(at - 1);
        var after = at + 1 == lines.size() ? "" : lines.get(at + 1);
        return switch (view) {
            case BLAME, CROSS_REFERENCE -> isUnderlined(line, after);
            case GITWEB -> HASHES.matcher(line).find();
            case MARKDOWN ->
                    HASHES.matcher(line).find()
                            || (isUnderlined(line, after) && !endsFrontMatter(lines, at + 1));
            case MAIL ->
                    before.isBlank() && after.isBlank() && ALONE.matcher(line.strip()).matches();
        };
    }

    private static boolean isUnderlined(String line, String after) {
        return !line.isBlank() && !RULE.matcher(line).matches() && RULE.matcher(after).matches();
    }

    private static boolean endsFrontMatter(List<String> lines, int at) {
        return lines.getFirst().equals(FRONT_MATTER)
                && lines.subList(1, lines.size()).indexOf(FRONT_MATTER) + 1 == at;
    }
}
