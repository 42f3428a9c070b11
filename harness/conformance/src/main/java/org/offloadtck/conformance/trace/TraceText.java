package org.offloadtck.conformance.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.classification.Classification;
import org.offloadtck.conformance.classification.ClassifiedUnit;
import org.offloadtck.conformance.classification.UnitStatus;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.TaggedScenario;

/// A [CatalogueTrace] as text. Lines end in a line feed; the same catalogue gives the same text.
public final class TraceText {

    private static final String DOCUMENT_ROW = "%-20s %6s %12s %12s %13s\n";
    private static final String STAGE_ROW = "%-20s %13s %15s %14s %5s\n";

    private final CatalogueTrace trace;
    private final StringBuilder text = new StringBuilder();

    private TraceText(CatalogueTrace trace) {
        this.trace = trace;
    }

    /// Counts per document and per stage, and all faults.
    public static String summary(CatalogueTrace trace) {
        var writer = new TraceText(trace);
        writer.documents();
        writer.stages();
        writer.quotes();
        writer.faults();
        return writer.text.toString();
    }

    /// Unclassified text, as rows of `informative/<document>.yaml` without a reason. Text that
    /// several documents share appears once, because one row classifies all of it.
    public static String unclassified(CatalogueTrace trace) {
        var writer = new TraceText(trace);
        var place = "";
        var met = new HashSet<List<String>>();
        for (var unit : trace.classification().unclassified()) {
            if (!met.add(unit.openWords())) {
                continue;
            }
            var next =
                    "# informative/%s.yaml\n- reason:\n  section: %s\n  quotes:\n"
                            .formatted(unit.document(), QuotedScalar.quoted(unit.section()));
            writer.text.append(next.equals(place) ? "" : next);
            writer.text.append("    - ").append(QuotedScalar.quoted(unit.open())).append('\n');
            place = next;
        }
        return writer.text.toString();
    }

    /// Every unit of a document with what it is, in its order.
    public static String document(CatalogueTrace trace, Document document) {
        var writer = new TraceText(trace);
        var section = "";
        for (var unit : trace.classification().of(document)) {
            if (!unit.section().equals(section)) {
                section = unit.section();
                writer.text.append("\n%s § %s\n".formatted(document.id(), section));
            }
            writer.text.append(
                    "%s\n%s\n"
                            .formatted(
                                    "  %-12s %s"
                                            .formatted(unit.standing().word(), origin(unit))
                                            .stripTrailing(),
                                    WrappedText.text(unit.unit().text(), "    ")));
        }
        return writer.text.toString();
    }

    /// The requirements of a stage with their sentences, scenarios and deviations.
    public static String stage(CatalogueTrace trace, Stage stage) {
        return requirements(trace, trace.of(stage));
    }

    /// Requirements with their sentences, scenarios and deviations.
    public static String requirements(CatalogueTrace trace, List<Requirement> requirements) {
        var writer = new TraceText(trace);
        requirements.forEach(writer::requirement);
        return writer.text.toString();
    }

    private static String origin(ClassifiedUnit unit) {
        return String.join(
                "; ",
                Stream.concat(
                                Stream.of(String.join(" ", unit.requirements()))
                                        .filter(ids -> !ids.isEmpty()),
                                unit.reasons().stream())
                        .toList());
    }

    private void documents() {
        text.append(
                DOCUMENT_ROW.formatted(
                        "document", "units", "requirement", "informative", "unclassified"));
        for (var document : trace.catalogue().documents()) {
            counts(document.id(), trace.classification().of(document));
        }
        counts("all", trace.classification().units());
    }

    private void counts(String name, List<ClassifiedUnit> units) {
        var counts = Classification.counts(units);
        text.append(
                DOCUMENT_ROW.formatted(
                        name,
                        units.size(),
                        counts.get(UnitStatus.REQUIREMENT),
                        counts.get(UnitStatus.INFORMATIVE),
                        counts.get(UnitStatus.UNCLASSIFIED)));
    }

    private void stages() {
        text.append('\n');
        text.append(
                STAGE_ROW.formatted(
                        "stage", "requirements", "with scenarios", "with a reason", "open"));
        for (var stage : Stage.values()) {
            counts(stage.id(), StageCount.of(trace, trace.of(stage)));
        }
        counts("all", StageCount.of(trace, trace.catalogue().requirements()));
    }

    private void counts(String name, StageCount count) {
        text.append(
                STAGE_ROW.formatted(
                        name, count.requirements(), count.tested(), count.excused(), count.open()));
    }

    /// A catalogue with a suspect quote cannot be loaded, so that what is here has none.
    private void quotes() {
        int quotes =
                trace.catalogue().requirements().size()
                        + trace.catalogue().passages().stream()
                                .mapToInt(passage -> passage.quotes().size())
                                .sum();
        text.append("\nsuspect quotes: none of %d\n".formatted(quotes));
    }

    private void faults() {
        trace.faults().forEach(problem -> text.append(problem).append('\n'));
    }

    private void requirement(Requirement requirement) {
        text.append(
                "%s %s, %s\n%s\n"
                        .formatted(
                                requirement.id(),
                                requirement.stage().id(),
                                requirement.strength().word(),
                                WrappedText.text(
                                        PlainText.of(requirement.quote().text()), "    ")));
        places(requirement).forEach(place -> line("in", place));
        if (!requirement.profiles().equals(trace.catalogue().profiles())) {
            line("profiles", String.join(" ", requirement.profiles()));
        }
        for (var scenario : trace.scenarios(requirement)) {
            line("scenario", scenario(scenario));
        }
        if (!requirement.untested().isEmpty()) {
            line("untested", requirement.untested());
        }
        for (var place : trace.code().of(requirement.id())) {
            line("code", "%s %s".formatted(place.place(), place.declaration()));
        }
        for (var id : requirement.deviations()) {
            var title = trace.catalogue().deviation(id).orElseThrow().title();
            line("deviation", "%s %s".formatted(id, title));
        }
        text.append('\n');
    }

    /// The place the row names first, then where else the documents have words of it.
    private List<String> places(Requirement requirement) {
        var places = new ArrayList<String>();
        var quote = requirement.quote();
        places.add("%s § %s".formatted(quote.document(), quote.section()));
        trace.units(requirement).stream()
                .map(unit -> "%s § %s".formatted(unit.document(), unit.section()))
                .forEach(places::add);
        return places.stream().distinct().toList();
    }

    private static String scenario(TaggedScenario scenario) {
        return "%s %s".formatted(scenario.place(), scenario.title());
    }

    private void line(String word, String value) {
        text.append("  %-9s %s\n".formatted(word, value));
    }
}
