package org.offloadtck.reports.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.result.VerdictClass;

/// What the search of the pages looks through: requirements, scenarios, implementations, devices,
/// deviations, unexpected results and every unit of the documents, as a JavaScript array of kind,
/// name, text and address.
final class SearchIndex {

    private final Site site;
    private final Links links;
    private final List<List<String>> entries = new ArrayList<>();

    private SearchIndex(Site site, Form form) {
        this.site = site;
        this.links = new Links(form, Page.INDEX);
    }

    static String of(Site site, Form form) {
        var index = new SearchIndex(site, form);
        index.addRun();
        index.addCatalogue();
        return "window.offloadTckIndex = " + index.json() + ";\n";
    }

    private void addRun() {
        for (var each : site.implementations()) {
            add("implementation", each.name(), each.description(), links.to(each.page()));
        }
        for (var each : site.devices()) {
            add("device", each.name(), each.description(), links.to(each.page()));
        }
        for (var scenario : site.scenarios()) {
            add(
                    "scenario",
                    scenario.title(),
                    scenario.id().text(),
                    links.to(Page.scenario(scenario.id())));
        }
        site.document().results().stream()
                .filter(result -> isFailure(result.verdict().standing()))
                .limit(Site.MOST_RESULTS)
                .forEach(result ->
                        add(
                                "result",
                                result.title(),
                                result.verdict().text(),
                                site.address(links, result)));
    }

    private static boolean isFailure(VerdictClass standing) {
        return standing == VerdictClass.UNEXPECTED || standing == VerdictClass.HARNESS_FAULT;
    }

    private void addCatalogue() {
        for (var row : site.catalogue().requirements()) {
            add(
                    "requirement",
                    row.id(),
                    PlainText.of(row.quote().text()),
                    links.to(Page.requirement(row.id())));
        }
        for (var row : site.catalogue().deviations()) {
            add(
                    "deviation",
                    "%s %s".formatted(row.id(), row.title()),
                    PlainText.of(row.practice()),
                    links.to(Page.DEVIATIONS, row.id()));
        }
        for (var document : site.catalogue().documents()) {
            add(
                    "document",
                    document.title(),
                    document.id(),
                    links.to(Page.document(document.id())));
            for (var section : site.sections(document)) {
                addUnits(section);
            }
        }
    }

    private void addUnits(Passage section) {
        int number = section.first();
        for (var unit : section.units()) {
            add(
                    "sentence",
                    "%s, %s".formatted(section.document().id(), section.section()),
                    unit.unit().text(),
                    links.to(Page.document(section.document().id()), Passage.element(number)));
            number++;
        }
    }

    private void add(String kind, String name, String text, String address) {
        entries.add(List.of(kind, name, ReadableText.printable(text), address));
    }

    /// The entries, a line each. `<` is escaped, so that no text ends a script element.
    private String json() {
        try {
            return JsonMapper.builder()
                    .build()
                    .writeValueAsString(entries)
                    .replace("<", "\\u003c")
                    .replace("],[", "],\n[");
        } catch (JsonProcessingException fault) {
            throw new IllegalStateException("a list of texts can be written", fault);
        }
    }
}
