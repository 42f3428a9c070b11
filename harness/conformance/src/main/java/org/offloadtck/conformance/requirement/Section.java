package org.offloadtck.conformance.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A heading of a document and the plain text from it to the next heading of any level.
///
/// @param title plain; empty for what stands before the first heading
/// @param text plain, see [PlainText]
public record Section(String title, String text) {

    private static final Pattern HASHES = Pattern.compile("^#{1,6}[\\s\\u00a0]+");
    private static final Pattern RULE = Pattern.compile("^([=\\-^~])\\1{2,}\\s*$");

    /// A mail has no markup: a short line that stands alone and ends no sentence is a heading.
    private static final Pattern ALONE = Pattern.compile("^[A-Z][A-Za-z ]{2,50}\\??$");

    static List<Section> of(DocumentView view, List<String> lines) {
        var sections = new ArrayList<Section>();
        var title = "";
        var body = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            if (isHeading(view, lines, i)) {
                sections.add(new Section(title, PlainText.of(body.toString())));
                title = PlainText.of(HASHES.matcher(lines.get(i)).replaceFirst(""));
                body.setLength(0);
            } else if (!RULE.matcher(lines.get(i)).matches()) {
                body.append(lines.get(i)).append('\n');
            }
        }
        sections.add(new Section(title, PlainText.of(body.toString())));
        return List.copyOf(sections);
    }

    private static boolean isHeading(DocumentView view, List<String> lines, int at) {
        var line = lines.get(at);
        var before = at == 0 ? "" : lines.get(at - 1);
        var after = at + 1 == lines.size() ? "" : lines.get(at + 1);
        return switch (view) {
            case BLAME, CROSS_REFERENCE -> isUnderlined(line, after);
            case GITWEB -> HASHES.matcher(line).find();
            case MARKDOWN -> HASHES.matcher(line).find() || isUnderlined(line, after);
            case MAIL ->
                    before.isBlank() && after.isBlank() && ALONE.matcher(line.strip()).matches();
        };
    }

    private static boolean isUnderlined(String line, String after) {
        return !line.isBlank() && !RULE.matcher(line).matches() && RULE.matcher(after).matches();
    }
}
