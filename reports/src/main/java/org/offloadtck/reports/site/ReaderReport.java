package org.offloadtck.reports.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.reports.trace.RunTrace;

/// The report for readers as files. Equal documents and catalogues give equal bytes.
public final class ReaderReport {

    /// The file of a site that lists its others, for the next run in the same folder.
    public static final String LIST = "assets/pages.txt";

    private static final String SINGLE_FILE = "report.html";

    private final Site site;

    private ReaderReport(Site site) {
        this.site = site;
    }

    /// The files by their path in the folder of the report, each made while it is written: a page
    /// may be longer than the memory holds. What cannot be written is an [UncheckedIOException].
    ///
    /// @throws UncheckedIOException if the list of code places cannot be read
    public static Map<String, Consumer<Writer>> files(
            ResultDocument document, Catalogue catalogue, CodePlaces code, Form form) {
        var report = new ReaderReport(new Site(RunTrace.of(document, catalogue), code));
        return switch (form) {
            case SITE -> report.site();
            case SINGLE_FILE -> Map.of(SINGLE_FILE, report::writeSingleFile);
        };
    }

    private Map<String, Consumer<Writer>> site() {
        var files = new LinkedHashMap<String, Consumer<Writer>>();
        for (var page : PageContent.all(site)) {
            files.put(page.page().path(), out -> write(page, out));
        }
        files.put("assets/report.css", out -> write(resource("report.css"), out));
        files.put("assets/report.js", out -> write(resource("report.js"), out));
        files.put("assets/search.js", out -> write(SearchIndex.of(site, Form.SITE), out));
        var list = String.join("\n", files.keySet()) + "\n";
        files.put(LIST, out -> write(list, out));
        return files;
    }

    private static void write(String text, Writer out) {
        try {
            out.write(text);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private void write(PageContent page, Writer out) {
        Templates.write(
                out,
                "layout.jte",
                Map.of(
                        "site",
                        site,
                        "links",
                        new Links(Form.SITE, page.page()),
                        "title",
                        page.title(),
                        "main",
                        page.content(site, Form.SITE)));
    }

    private void writeSingleFile(Writer out) {
        var parts =
                PageContent.all(site).stream()
                        .map(page ->
                                new SinglePart(page.page(), page.content(site, Form.SINGLE_FILE)))
                        .toList();
        Templates.write(
                out,
                "single.jte",
                Map.of(
                        "site",
                        site,
                        "links",
                        new Links(Form.SINGLE_FILE, Page.INDEX),
                        "style",
                        style(),
                        "search",
                        element("script", SearchIndex.of(site, Form.SINGLE_FILE)),
                        "script",
                        element("script", resource("report.js")),
                        "parts",
                        parts));
    }

    /// The style of the report as an element of a page.
    static String style() {
        return element("style", resource("report.css"));
    }

    private static String element(String tag, String content) {
        return "<%s>\n%s</%s>".formatted(tag, content, tag);
    }

    private static String resource(String name) {
        try (var stream = ReaderReport.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("%s is not packaged".formatted(name));
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
