package org.offloadtck.conformance.requirement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.DocumentSection;
import org.offloadtck.conformance.document.DocumentView;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.document.Quote;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.Problem;

/// Reads a catalogue, going on after a mistake so that all of them are reported at once.
final class CatalogueReader {

    static final String SPECIFICATION = "specification.yaml";
    static final String DEVIATIONS = "deviations.yaml";

    private final SpecificationFolder folder;
    private final List<Problem> problems = new ArrayList<>();

    CatalogueReader(SpecificationFolder folder) {
        this.folder = folder;
    }

    Catalogue read() {
        var sources = required(SPECIFICATION).yaml().all(this::sources);
        var deviations =
                each(
                        required(DEVIATIONS).yamlRows(),
                        row -> deviation(row, sources),
                        Deviation::id);
        var known = catalogue(sources, deviations, List.of(), List.of());
        var requirements = new ArrayList<Requirement>();
        for (var stage : Stage.values()) {
            requirements.addAll(
                    each(
                            rows(Requirement.source(stage)),
                            row -> requirement(stage, row, known),
                            Requirement::id));
        }
        var passages = passages(catalogue(sources, deviations, requirements, List.of()));
        if (!problems.isEmpty()) {
            throw new DataException(problems);
        }
        return catalogue(sources, deviations, requirements, passages);
    }

    private static Catalogue catalogue(
            Catalogue sources,
            List<Deviation> deviations,
            List<Requirement> requirements,
            List<InformativePassage> passages) {
        return new Catalogue(
                sources.profiles(), sources.documents(), deviations, requirements, passages);
    }

    private List<InformativePassage> passages(Catalogue known) {
        var passages = new ArrayList<InformativePassage>();
        for (var document : known.documents()) {
            var reader = new InformativePassageReader(known, document);
            rows(InformativePassage.source(document.id()))
                    .forEach(row -> read(row, reader::passage).ifPresent(passages::add));
        }
        return passages;
    }

    private Catalogue sources(Fields specification) {
        var documents = each(specification.rows("documents"), this::document, Document::id);
        return new Catalogue(
                specification.texts("profiles"), documents, List.of(), List.of(), List.of());
    }

    private List<Fields> rows(String name) {
        return folder.file(name).map(DataText::yamlRows).orElse(List.of());
    }

    private DataText required(String name) {
        return folder.file(name)
                .orElseThrow(
                        () -> new DataException(List.of(new Problem(name, "file", "is missing"))));
    }

    /// What `read` makes of each row that holds, each id once.
    private <T> List<T> each(List<Fields> rows, Function<Fields, T> read, Function<T, String> id) {
        var values = new LinkedHashMap<String, T>();
        for (var row : rows) {
            read(row, read)
                    .filter(value -> values.putIfAbsent(id.apply(value), value) != null)
                    .ifPresent(_ -> problems.add(row.problem("id is taken by an earlier row")));
        }
        return List.copyOf(values.values());
    }

    /// What `read` makes of a row; empty, and a problem kept, if it does not hold.
    private <T> Optional<T> read(Fields row, Function<Fields, T> read) {
        try {
            return Optional.of(row.all(read));
        } catch (DataException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        }
    }

    private Document document(Fields fields) {
        var file = fields.text("file");
        var view = fields.choice("view", List.of(DocumentView.values()), DocumentView::id);
        var text = required(file).text();
        var lines = view.lines(file, text, fields.textsOrNone("authors"));
        return new Document(
                fields.text("id"),
                fields.text("title"),
                fields.text("origin"),
                file,
                PlainText.sha256OfBytes(text.getBytes(UTF_8)),
                DocumentSection.of(view, lines));
    }

    private static Deviation deviation(Fields row, Catalogue known) {
        var document = row.text("document");
        var statement = row.text("statement");
        var quoted = known.document(document);
        if (quoted.isEmpty()) {
            throw row.wrong(
                    "document is '%s', which %s does not have".formatted(document, SPECIFICATION));
        }
        if (quoted.get().sectionsWith(statement).isEmpty()) {
            throw row.wrong("the statement is not in %s: '%s'".formatted(document, statement));
        }
        return new Deviation(
                row.text("id"),
                row.text("title"),
                document,
                statement,
                row.text("practice"),
                row.text("evidence"),
                row.choicesOrAll("profiles", known.profiles(), Function.identity()));
    }

    private static Requirement requirement(Stage stage, Fields row, Catalogue known) {
        var quote =
                new Quote(
                        row.text("quote"),
                        row.text("document"),
                        row.text("section"),
                        row.textOr("sha256", ""));
        var requirement =
                new Requirement(
                        row.text("id"),
                        stage,
                        quote,
                        row.choice("strength", Strength.ALL, Strength::word),
                        row.choices("tests", TestKind.ALL, TestKind::word),
                        row.choicesOrAll("profiles", known.profiles(), Function.identity()),
                        row.textsOrNone("deviations"),
                        row.textOr("untested", ""));
        var problems = new RequirementCheck(known).problems(requirement);
        if (!problems.isEmpty()) {
            throw new DataException(problems.stream().map(row::problem).toList());
        }
        return requirement;
    }
}
