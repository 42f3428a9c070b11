package org.offloadtck.reports.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.conformance.trace.CodePlace;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.data.DataText;
import org.offloadtck.reports.Samples;

class ReaderReportTest {

    private static final CodePlaces CODE =
            new CodePlaces(List.of(new CodePlace("OE-01", "src/Table.java", 7, "Table")));

    private static final Map<String, String> SITE = files(Samples.run(), Form.SITE);

    @Test
    void putsABrokenRequirementInItsHeadline() {
        assertThat(page("index.html").select("h1").text())
                .isEqualTo("1 of 2 requirements is broken.");
    }

    @Test
    void statesWhatWasJudgedAndWhere() {
        assertThat(page("index.html").select(".facts").text())
                .contains("commit d7621adf")
                .contains("2 requirements, SHA-256 00ffee")
                .contains("opencl:pocl not here: no platform found")
                .contains("tags @OE-01")
                .contains("2026-11-22T20:00:00Z, in 1 min 1 s")
                .contains("Host a host")
                .contains("Command offload-tck run");
    }

    @Test
    void countsResultsThatWereNotJudgedForTheirImplementation() {
        assertThat(page("index.html").select(".card").text())
                .contains(
                        "5 results on 1 of 2 requirements: 2 held, 2 unexpected, 0 waived, 1 not");
    }

    @Test
    void doesNotCallARequirementHeldWithoutJudgingAllOfIt() {
        var partly =
                Samples.document(
                        Samples.result("names", "llvm-16", DeviceIdentity.NONE, Verdict.pass()),
                        Samples.result(
                                "runs",
                                "llvm-16",
                                Samples.SIMULATED,
                                Verdict.of(VerdictKind.UNSUPPORTED, "no such device")));

        var index = Jsoup.parse(files(partly, Form.SITE).getOrDefault("index.html", ""));

        assertThat(index.select("h1").text())
                .isEqualTo("0 of 2 requirements hold, and none is broken.");
        assertThat(index.select(".tiles").text()).contains("1 held in part");
    }

    @Test
    void statesTheTermsOfEachWaiverAndExclusion() {
        var site = files(Samples.waived(), Form.SITE);
        var index = Jsoup.parse(site.getOrDefault("index.html", ""));
        var result = Jsoup.parse(site.getOrDefault("scenario/table.runs.html", ""));

        assertThat(index.select("h1").text()).startsWith("Fully waived: no result held; 1 failed");
        assertThat(index.select(".waiver h3").eachText())
                .containsExactly(
                        "W1 decides 1 result",
                        "W2 unused: no result of this run has such a key; remove it",
                        "W3 expired on 2026-12-31: waives nothing, and covers 2 results; renew"
                                + " or remove it");
        assertThat(index.text())
                .contains("E1 OE-01 of llvm-22: the edition has no table excludes 1 result");
        for (var shown : List.of(index.select(".waiver").getFirst(), result)) {
            assertThat(shown.text())
                    .contains(
                            "Reason rounds twice Owner someone Issue example.org/W1 Expires"
                                    + " 2026-12-31");
        }
    }

    @Test
    void showsTheSentenceOfARequirementBetweenItsNeighbours() {
        var context = page("requirement/OE-01.html").select(".context").getFirst();

        assertThat(context.select("mark").text()).isEqualTo("An entry of a table has a <name>.");
        assertThat(context.text()).contains("Tables are long.");
    }

    @Test
    void leadsFromARequirementToScenarioCodeAndDeviation() {
        var page = page("requirement/OE-01.html");

        assertThat(page.select("blockquote code").text()).isEqualTo("table");
        assertThat(page.text())
                .contains("features/offload-entries/table.feature:12")
                .contains("src/Table.java:7 Table")
                .contains("An entry has 56 bytes.");
        assertThat(page.select("a[href=../scenario/table.runs.html]")).isNotEmpty();
    }

    @Test
    void beginsAFailureWithWhatIsWrongAndEndsWithItsReplay() {
        var failure = page("failures.html").select(".failure").getFirst();

        assertThat(failure.select(".chip").text()).isEqualTo("PERF_REGRESSED");
        assertThat(page("failures.html").text())
                .contains("y[3] is <1> when it should be 2")
                .contains("An entry of a table has a <name>.")
                .contains("7a 61 78 70 79 20 26 20 63 6f                  .zaxpy & co")
                .containsPattern("offload-tck replay [0-9a-f]{12} \\.");
    }

    @Test
    void opensUnexpectedResultsOfAScenario() {
        var results = page("scenario/table.runs.html").select(".result");

        assertThat(results.getFirst().hasAttr("open")).isTrue();
        assertThat(results.getFirst().text()).contains("y[3] is <1> when it should be 2");
        assertThat(results.getLast().hasAttr("open")).isFalse();
    }

    @Test
    void showsBothNumbersOfABudget() {
        assertThat(page("budgets.html").text())
                .contains("12\u202f000 instructions, budget 11\u202f000 exactly")
                .contains("difference +1\u202f000");
    }

    @Test
    void showsWhatACheckReportsOfEachPlantedFault() {
        var page = page("planted-faults.html");
        var fault = page.select(".planted");

        assertThat(page.select("h2").eachText()).containsExactly("images");
        assertThat(page.select("h1 + p + p .chip").eachText())
                .containsExactly("1 reported", "1 missed");
        assertThat(fault).hasSize(1);
        assertThat(fault.select("dd").eachText())
                .containsExactly(
                        "symbol KERNEL visibility = 2",
                        "symbol-not-exported OE-01",
                        "aborts seen: LLVM 16: aborts");
        assertThat(fault.select("a[href=requirement/OE-01.html]")).hasSize(1);
        assertThat(fault.select("li").eachText())
                .containsExactly(
                        "a.o .symtab at 0x40 reported symbol-not-exported",
                        "b.o .symtab at 0x40 missed no finding");
        assertThat(fault.select(".chip.broken").text()).isEqualTo("missed");
        assertThat(page("index.html").select("main a[href=planted-faults.html]")).hasSize(1);
    }

    @Test
    void classifiesEverySentenceOfADocument() {
        var units = page("document/guide.html").select(".unit");

        assertThat(units.eachText())
                .containsExactly(
                        "An entry of a table has a <name>. OE-01",
                        "Tables are long. unclassified",
                        "This is a guide. says what the document is");
    }

    @Test
    void replacesCharactersThatNoDocumentMayHold() {
        var output =
                new Evidence.CommandOutput(
                        List.of("run"), Evidence.CommandSetting.NONE, 1, "a\u0000b\u001bc");
        var run =
                Samples.document(
                        Samples.result(
                                "runs",
                                "llvm-16",
                                Samples.SIMULATED,
                                Verdict.of(VerdictKind.FAIL_VALUE, "\u0001"),
                                output));

        assertThat(files(run, Form.SITE).getOrDefault("scenario/table.runs.html", ""))
                .contains("a\uFFFDb\uFFFDc")
                .doesNotContain("\u0000", "\u001b", "\u0001");
    }

    @ParameterizedTest
    @EnumSource
    void linksOnlyToPlacesThatExist(Form form) {
        var files = files(Samples.run(), form);

        assertThat(missingTargets(files)).isEmpty();
    }

    /// Links whose page is no file, or whose fragment is no element of the page.
    private static Set<String> missingTargets(Map<String, String> files) {
        var missing = new TreeSet<String>();
        files.forEach((path, text) -> {
            if (path.endsWith(".html")) {
                for (var link : Jsoup.parse(text).select("a[href]")) {
                    var target =
                            URI.create(path).resolve(link.attr("href").replaceFirst("\\?.*", ""));
                    if (!exists(target, files)) {
                        missing.add("%s: %s".formatted(path, link.attr("href")));
                    }
                }
            }
        });
        return missing;
    }

    private static boolean exists(URI target, Map<String, String> files) {
        var text = files.get(target.getPath());
        if (text == null) {
            return false;
        }
        var fragment = target.getFragment();
        return fragment == null
                || fragment.isEmpty()
                || Jsoup.parse(text).getElementById(fragment) != null;
    }

    @ParameterizedTest
    @EnumSource
    void requestsNothingFromAnyHost(Form form) {
        files(Samples.run(), form)
                .forEach((path, text) -> {
                    assertThat(text).as(path).doesNotContain("http:", "https:", "url(", "@import");
                    for (var element : Jsoup.parse(text).select("[src], link[href], img, iframe")) {
                        assertThat(element.attr("src") + element.attr("href"))
                                .as(path)
                                .matches("(\\.\\./)?assets/report\\.(css|js)|data:,");
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void hasNoIdTwiceAndNoMarkupThatAParserMends(Form form) {
        files(Samples.run(), form)
                .forEach((path, text) -> {
                    if (path.endsWith(".html")) {
                        var parser = Parser.htmlParser().setTrackErrors(10);
                        var ids = parser.parseInput(text, "").select("[id]").eachAttr("id");

                        assertThat(ids).as(path).doesNotHaveDuplicates();
                        assertThat(parser.getErrors()).as(path).isEmpty();
                    }
                });
    }

    @Test
    void namesEveryFieldOfAForm() {
        for (var field : page("requirements.html").select("input, select")) {
            assertThat(labelled(field)).as(field.outerHtml()).isTrue();
        }
    }

    private static boolean labelled(Element field) {
        var label = field.closest("label");
        return label != null
                || field.root().select("label[for=%s]".formatted(field.id())).size() == 1;
    }

    @Test
    void endsNoScriptElementInTheSearchIndex() {
        assertThat(SITE.getOrDefault("assets/search.js", ""))
                .startsWith("window.offloadTckIndex = [[")
                .contains("An entry of a table has a \\u003cname>.")
                .doesNotContain("<");
    }

    /// A page of a million results opens in no browser.
    @Test
    void showsAtMostFiveThousandResultsOfAScenarioThoseThatFailedFirst() {
        var results = new ArrayList<>(repeated(Site.MOST_RESULTS + 2, Verdict.pass()));
        var failed = Verdict.of(VerdictKind.FAIL_VALUE, "is 1 when it should be 2");
        results.add(Samples.result("runs", "z", DeviceIdentity.NONE, failed));

        var site = files(Samples.document(results.toArray(Result[]::new)), Form.SITE);
        var page = Jsoup.parse(site.getOrDefault("scenario/table.runs.html", ""));

        assertThat(page.select("details.result")).hasSize(Site.MOST_RESULTS);
        assertThat(page.select("details.result").getFirst().text()).contains("FAIL_VALUE");
        assertThat(page.text()).contains("3 more results are in results.json");
    }

    @Test
    void leadsToTheScenarioOfAFailureThatNoPageShows() {
        var failed = Verdict.of(VerdictKind.FAIL_VALUE, "is 1 when it should be 2");
        var results = new ArrayList<>(repeated(Site.MOST_RESULTS + 1, failed));
        results.add(
                Samples.result("runs", "z", DeviceIdentity.NONE, Verdict.pass(), Samples.budget()));

        var site = files(Samples.document(results.toArray(Result[]::new)), Form.SITE);
        var scenario = Jsoup.parse(site.getOrDefault("scenario/table.runs.html", ""));
        var address =
                Jsoup.parse(site.getOrDefault("budgets.html", "")).select(".budget a").attr("href");

        assertThat(address).isEqualTo("scenario/table.runs.html");
        assertThat(Jsoup.parse(site.getOrDefault("failures.html", "")).text())
                .contains("1 more are in results.json");
        assertThat(scenario.select("details.result")).hasSize(Site.MOST_RESULTS);
    }

    private static List<Result> repeated(int count, Verdict verdict) {
        return IntStream.range(0, count)
                .mapToObj(n ->
                        Samples.result("runs", "p-%04d".formatted(n), DeviceIdentity.NONE, verdict))
                .toList();
    }

    @Test
    void givesTheSamePagesForADocumentReadBack() {
        var again = ResultDocument.parse(new DataText("r.json", Samples.run().toJson()));

        assertThat(files(again, Form.SITE)).isEqualTo(SITE);
    }

    private static Document page(String path) {
        return Jsoup.parse(SITE.getOrDefault(path, ""));
    }

    private static Map<String, String> files(ResultDocument run, Form form) {
        var files = new LinkedHashMap<String, String>();
        ReaderReport.files(run, Samples.catalogue(), CODE, form)
                .forEach((name, text) -> {
                    var out = new StringWriter();
                    text.accept(out);
                    files.put(name, out.toString());
                });
        return files;
    }
}
