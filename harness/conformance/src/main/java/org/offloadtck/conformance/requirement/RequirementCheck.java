package org.offloadtck.conformance.requirement;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.document.Quote;

/// Checks a row against the documents and the deviations.
///
/// @param known a catalogue without requirements
record RequirementCheck(Catalogue known) {

    private static final Pattern ID = Pattern.compile("[A-Z]{2}-\\d{2}");

    /// Shorter than any sentence, in characters: an empty quote is in every document.
    private static final int SHORTEST_QUOTE = 8;

    /// What is wrong with the requirement, a phrase each; nothing if it holds.
    List<String> problems(Requirement requirement) {
        return Stream.of(
                        idProblems(requirement),
                        quoteProblems(requirement.quote()),
                        deviationProblems(requirement))
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> idProblems(Requirement requirement) {
        var id = requirement.id();
        var prefix = requirement.stage().prefix();
        return ID.matcher(id).matches() && id.startsWith(prefix)
                ? List.of()
                : List.of("id is '%s' when it should be %s- and two digits".formatted(id, prefix));
    }

    private List<String> deviationProblems(Requirement requirement) {
        return requirement.deviations().stream()
                .filter(id -> known.deviation(id).isEmpty())
                .map(id ->
                        "deviation is '%s', which %s does not have"
                                .formatted(id, CatalogueReader.DEVIATIONS))
                .toList();
    }

    private List<String> quoteProblems(Quote quote) {
        var document = known.document(quote.document());
        if (document.isEmpty()) {
            return List.of(
                    "document is '%s', which %s does not have"
                            .formatted(quote.document(), CatalogueReader.SPECIFICATION));
        }
        var plain = PlainText.of(quote.text());
        var sections = document.get().sectionsWith(quote.text());
        if (plain.length() < SHORTEST_QUOTE || sections.isEmpty()) {
            return List.of("the quote is not in %s: '%s'".formatted(quote.document(), plain));
        }
        if (!sections.contains(quote.section())) {
            return List.of(
                    "section is '%s' when it should be '%s', where %s has the quote"
                            .formatted(
                                    quote.section(),
                                    String.join("' or '", sections),
                                    quote.document()));
        }
        var hash = PlainText.sha256(quote.text());
        if (!quote.sha256().equals(hash)) {
            return List.of(
                    "the quote changed: sha256 is '%s' when it should be '%s'"
                            .formatted(quote.sha256(), hash));
        }
        return List.of();
    }
}
