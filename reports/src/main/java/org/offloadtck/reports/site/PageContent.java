package org.offloadtck.reports.site;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.requirement.Catalogue;

/// A page with its template and the thing it shows.
///
/// @param subject parameters of the template beside the site and the links
record PageContent(Page page, String title, String template, Map<String, Object> subject) {

    /// Every page, the first one first.
    static List<PageContent> all(Site site) {
        var pages = new ArrayList<PageContent>();
        pages.add(whole(Page.INDEX, "Conformance report"));
        pages.add(whole(Page.FAILURES, "Failures"));
        pages.add(whole(Page.REQUIREMENTS, "Requirements"));
        for (var row : site.trace().requirements()) {
            var id = row.requirement().id();
            pages.add(new PageContent(Page.requirement(id), id, "requirement", Map.of("row", row)));
        }
        pages.add(whole(Page.SCENARIOS, "Scenarios"));
        for (var row : site.scenarios()) {
            pages.add(
                    new PageContent(
                            Page.scenario(row.id()),
                            row.title(),
                            "scenario",
                            Map.of("scenario", row)));
        }
        site.implementations().forEach(each -> pages.add(of(each)));
        site.devices().forEach(each -> pages.add(of(each)));
        pages.addAll(references(site.catalogue()));
        if (!site.budgets().isEmpty()) {
            pages.add(whole(Page.BUDGETS, "Budgets"));
        }
        if (!site.plantedFaults().isEmpty()) {
            pages.add(whole(Page.PLANTED_FAULTS, "Planted faults"));
        }
        pages.add(whole(Page.LEGEND, "Verdicts and statuses"));
        return pages;
    }

    private static List<PageContent> references(Catalogue catalogue) {
        var pages = new ArrayList<PageContent>();
        pages.add(whole(Page.DOCUMENTS, "Documents"));
        for (var document : catalogue.documents()) {
            pages.add(
                    new PageContent(
                            Page.document(document.id()),
                            document.title(),
                            "document",
                            Map.of("document", document)));
        }
        pages.add(whole(Page.DEVIATIONS, "Deviations"));
        return pages;
    }

    private static PageContent whole(Page page, String title) {
        return new PageContent(page, title, page.name(), Map.of());
    }

    private static PageContent of(Subject subject) {
        return new PageContent(
                subject.page(), subject.name(), "subject", Map.of("subject", subject));
    }

    Content content(Site site, Form form) {
        var parameters = new HashMap<String, Object>(subject);
        parameters.put("site", site);
        parameters.put("links", new Links(form, page));
        return Templates.content("page/%s.jte".formatted(template), parameters);
    }
}
