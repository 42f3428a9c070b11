package org.offloadtck.conformance.document;

import java.util.List;

/// A passage of a document that states no requirement of its own.
///
/// @param document id of the document
/// @param section title of the innermost section that has them
/// @param quotes verbatim, see [PlainText]; at least one
public record InformativePassage(String document, String section, List<String> quotes, Role role) {

    public InformativePassage {
        quotes = List.copyOf(quotes);
    }

    /// The file of a document's passages, below the specification folder.
    public static String source(String document) {
        return "informative/%s.yaml".formatted(document);
    }

    /// The file that has it, below the specification folder.
    public String source() {
        return source(document);
    }

    /// Why the words are no requirement.
    public sealed interface Role {

        /// They demand nothing.
        ///
        /// @param reason never empty
        record Informs(String reason) implements Role {}

        /// They demand what another sentence does, which is quoted by the requirement.
        ///
        /// @param requirement id of it
        record Restates(String requirement) implements Role {}
    }
}
