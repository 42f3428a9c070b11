package org.offloadtck.conformance.requirement;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.InformativePassage.Role;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.data.DataException;
import org.offloadtck.data.Fields;

/// Reads a row of `informative/<document>.yaml`.
///
/// A row has no hash: the digests of the corpus keep the saved documents unchanged, and no test
/// refers to a passage.
///
/// @param known a catalogue with the requirements
/// @param document the one the file is named after
public record InformativePassageReader(Catalogue known, Document document) {

    /// Shorter than any sentence, in characters: less would be found everywhere.
    private static final int SHORTEST_QUOTE = 8;

    /// Reads the row.
    ///
    /// @throws DataException with everything that is wrong with the row
    public InformativePassage passage(Fields row) {
        var passage =
                new InformativePassage(
                        document.id(), row.text("section"), row.texts("quotes"), role(row));
        var problems = problems(passage);
        if (!problems.isEmpty()) {
            throw new DataException(problems.stream().map(row::problem).toList());
        }
        return passage;
    }

    private static Role role(Fields row) {
        var reason = row.textOr("reason", "");
        var restated = row.textOr("restates", "");
        if (reason.isBlank() == restated.isBlank()) {
            throw row.wrong(
                    reason.isBlank()
                            ? "reason and restates are empty when one of them should be given"
                            : "reason and restates are both given when one of them should be");
        }
        return reason.isBlank() ? new Role.Restates(restated) : new Role.Informs(reason);
    }

    private List<String> problems(InformativePassage passage) {
        var problems = new ArrayList<String>();
        if (passage.role() instanceof Role.Restates(var id) && known.requirement(id).isEmpty()) {
            problems.add("restates is '%s', which no requirement has".formatted(id));
        }
        if (passage.quotes().isEmpty()) {
            problems.add("quotes is an empty list when it should have a quote");
        }
        passage.quotes().forEach(quote -> problems.addAll(problems(passage.section(), quote)));
        return problems;
    }

    private List<String> problems(String section, String quote) {
        var plain = PlainText.of(quote);
        if (plain.length() < SHORTEST_QUOTE && !isUnit(plain)) {
            return List.of(
                    "the quote is '%s' when it should be a whole unit or of at least %d characters"
                            .formatted(plain, SHORTEST_QUOTE));
        }
        var sections = document.sectionsWith(quote);
        if (sections.isEmpty()) {
            return List.of("the quote is not in %s: '%s'".formatted(document.id(), plain));
        }
        if (!sections.contains(section)) {
            return List.of(
                    "section is '%s' when it should be '%s', where %s has the quote '%s'"
                            .formatted(
                                    section,
                                    String.join("' or '", sections),
                                    document.id(),
                                    plain));
        }
        return List.of();
    }

    private boolean isUnit(String plain) {
        return document.sections().stream()
                .flatMap(section -> section.units().stream())
                .anyMatch(unit -> unit.text().equals(plain));
    }
}
