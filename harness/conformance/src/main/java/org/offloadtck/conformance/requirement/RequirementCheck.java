package org.offloadtck.conformance.requirement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.conformance.data.Fields;
import org.offloadtck.conformance.data.Problem;

/// Holds each row against the documents, the deviations and the rows before it.
final class RequirementCheck {

    private static final Pattern ID = Pattern.compile("[A-Z]{2}-\\d{2}");

    /// Shorter than any sentence, in characters: an empty quote is in every document.
    private static final int SHORTEST_QUOTE = 8;

    private final Catalogue known;
    private final Set<String> ids = new HashSet<>();

    RequirementCheck(Catalogue known) {
        this.known = known;
    }

    List<Problem> problems(Requirement requirement, Fields row) {
        var found = new ArrayList<Problem>();
        checkId(requirement).forEach(text -> found.add(row.problem(text)));
        checkQuote(requirement.quote()).forEach(text -> found.add(row.problem(text)));
        checkDeviations(requirement).forEach(text -> found.add(row.problem(text)));
        return found;
    }

    private List<String> checkId(Requirement requirement) {
        var id = requirement.id();
        var prefix = requirement.stage().prefix();
        if (!ID.matcher(id).matches() || !id.startsWith(prefix)) {
            return List.of("id is '%s' when it should be %s- and two digits".formatted(id, prefix));
        }
        return ids.add(id) ? List.of() : List.of("id is taken by an earlier row");
    }

    private List<String> checkDeviations(Requirement requirement) {
        return requirement.deviations().stream()
                .filter(id -> known.deviation(id).isEmpty())
                .map(id ->
                        "deviation is '%s', which %s does not have"
                                .formatted(id, CatalogueReader.DEVIATIONS))
                .toList();
    }

    private List<String> checkQuote(Quote quote) {
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
