package org.offloadtck.conformance.document;

import java.util.List;

/// The web view that saved a document, which determines the text that it added to each line.
public enum DocumentView {
    /// Gitiles' blame view of a reStructuredText file.
    BLAME("blame"),
    /// OpenGrok's cross-reference view of a reStructuredText file.
    CROSS_REFERENCE("cross-reference"),
    /// gitweb's view of a Markdown file.
    GITWEB("gitweb"),
    /// Markdown as written.
    MARKDOWN("markdown"),
    /// A mail without markup.
    MAIL("mail");

    private final String id;

    DocumentView(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /// Removes the text that the view added to each line.
    ///
    /// @param authors the names a cross-reference view may glue to a line
    /// @throws org.offloadtck.data.DataException if a line does not carry what the view says it
    ///   does
    public List<String> lines(String source, String text, List<String> authors) {
        var page = new SavedPage(source, text.lines().toList());
        return switch (this) {
            case BLAME -> page.blame();
            case CROSS_REFERENCE -> page.crossReference(authors);
            case GITWEB -> page.gitweb();
            case MARKDOWN, MAIL -> page.shown();
        };
    }
}
