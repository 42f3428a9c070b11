package org.offloadtck.conformance.document;

import java.util.List;

/// A specification document as the kit keeps it.
///
/// @param id how requirements name it: `design-22`
/// @param title as the document has it
/// @param origin where it comes from: repository, path and revision, or address
/// @param file below the specification folder
/// @param sha256 of the file as it was saved, in lower-case hexadecimal
public record Document(
        String id,
        String title,
        String origin,
        String file,
        String sha256,
        List<DocumentSection> sections) {

    public Document {
        sections = List.copyOf(sections);
    }

    /// The titles of the sections that hold the quote; none if the document does not have it.
    public List<String> sectionsWith(String quote) {
        var plain = PlainText.of(quote);
        return sections.stream()
                .filter(section -> section.text().contains(plain))
                .map(DocumentSection::title)
                .toList();
    }
}
