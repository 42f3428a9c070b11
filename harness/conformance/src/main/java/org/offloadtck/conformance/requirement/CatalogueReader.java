package org.offloadtck.conformance.requirement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.data.DataException;
import org.offloadtck.conformance.data.DataText;
import org.offloadtck.conformance.data.Fields;
import org.offloadtck.conformance.data.Problem;

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
        var specification = required(SPECIFICATION).yaml();
        var profiles = specification.texts("profiles");
        var documents = each(specification.rows("documents"), this::document);
        var deviations =
                each(required(DEVIATIONS).yamlRows(), fields -> deviation(fields, profiles));
        var known = new Catalogue(profiles, documents, deviations, List.of());
        var check = new RequirementCheck(known);
        var requirements = new ArrayList<Requirement>();
        for (var stage : Stage.values()) {
            for (var fields : rows(requirementsOf(stage))) {
                each(List.of(fields), row -> requirement(stage, row, profiles))
                        .forEach(requirement -> {
                            problems.addAll(check.problems(requirement, fields));
                            requirements.add(requirement);
                        });
            }
        }
        if (!problems.isEmpty()) {
            throw new DataException(problems);
        }
        return new Catalogue(profiles, documents, deviations, requirements);
    }

    /// The file of the stage's requirements.
    static String requirementsOf(Stage stage) {
        return "requirements/%s.yaml".formatted(stage.id());
    }

    private List<Fields> rows(String name) {
        return folder.file(name).map(DataText::yamlRows).orElse(List.of());
    }

    private DataText required(String name) {
        return folder.file(name)
                .orElseThrow(
                        () -> new DataException(List.of(new Problem(name, "file", "is missing"))));
    }

    private <T> List<T> each(List<Fields> rows, Function<Fields, T> read) {
        return rows.stream().map(row -> attempt(row, read)).flatMap(Optional::stream).toList();
    }

    private <T> Optional<T> attempt(Fields row, Function<Fields, T> read) {
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
                Section.of(view, lines));
    }

    private static Deviation deviation(Fields fields, List<String> profiles) {
        return new Deviation(
                fields.text("id"),
                fields.text("statement"),
                fields.text("practice"),
                fields.text("evidence"),
                fields.choices("profiles", profiles, Function.identity()));
    }

    private static Requirement requirement(Stage stage, Fields fields, List<String> profiles) {
        var id = fields.text("id");
        var quote =
                new Quote(
                        fields.text("quote"),
                        fields.text("document"),
                        fields.text("section"),
                        fields.textOr("sha256", ""));
        return new Requirement(
                id,
                stage,
                quote,
                fields.choice("strength", Strength.ALL, Strength::word),
                fields.choices("tests", TestKind.ALL, TestKind::word),
                fields.choicesOrAll("profiles", profiles, Function.identity()),
                fields.textsOrNone("deviations"),
                fields.textOr("untested", ""));
    }
}
