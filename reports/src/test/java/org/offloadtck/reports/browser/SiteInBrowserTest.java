package org.offloadtck.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.trace.CodePlace;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.reports.Samples;
import org.offloadtck.reports.comparison.CompareCommand;
import org.offloadtck.reports.history.HistoryCommand;
import org.offloadtck.reports.site.ReaderReport;
import org.openqa.selenium.Keys;
import picocli.CommandLine;

/// The pages of a small run in Chromium: what a reader does, and what readers need.
class SiteInBrowserTest {

    private static final CodePlaces CODE =
            new CodePlaces(List.of(new CodePlace("OE-01", "src/Table.java", 7, "Table")));

    /// A phone.
    private static final int NARROW = 390;

    @TempDir private static Path folder = Path.of("");

    private static Optional<Browser> started = Optional.empty();

    private Browser browser() {
        return started.orElseThrow();
    }

    @BeforeAll
    static void start() throws IOException {
        started = Browser.start();
        assumeTrue(
                started.isPresent(),
                "no Chromium with its driver on the PATH: apt-get install chromium chromium-driver");
        write(Form.SITE);
        write(Form.SINGLE_FILE);
        var run = Samples.run().toJson();
        var old = Files.writeString(folder.resolve("old.json"), run).toString();
        var now =
                Files.writeString(
                                folder.resolve("now.json"),
                                run.replace("FAIL_VALUE", "PASS").replace("20:00", "21:00"))
                        .toString();
        execute(new CompareCommand(), "--html", folder.resolve("comparison.html") + "", old, now);
        execute(new HistoryCommand(), "--html", folder.resolve("history.html") + "", old, now);
        Files.copy(
                Path.of("..", "docs", "examples", "profile.html"), folder.resolve("profile.html"));
    }

    private static void write(Form form) throws IOException {
        for (var file :
                ReaderReport.files(Samples.run(), Samples.catalogue(), CODE, form).entrySet()) {
            var path = folder.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            try (var out = Files.newBufferedWriter(path)) {
                file.getValue().accept(out);
            }
        }
    }

    private static void execute(Object command, String... words) {
        new CommandLine(command).setOut(new PrintWriter(new StringWriter())).execute(words);
    }

    @AfterAll
    static void stop() {
        started.ifPresent(Browser::close);
    }

    @BeforeEach
    void useAWideScreenInTheLight() {
        browser().resize(1280, 900);
        browser().showOn("screen");
        browser().prefer("light");
        browser().messages();
        browser().requests();
    }

    /// A page of each template, and the pages that are files of their own.
    static Stream<String> pages() throws IOException {
        try (var files = Files.walk(folder)) {
            return files
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(".html"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void hasNoBarrierForReadersAndAsksNoHost(String page) {
        browser().open(folder.resolve(page));
        assertThat(browser().violations()).isEmpty();
        browser().prefer("dark");
        assertThat(browser().violations()).isEmpty();

        assertThat(browser().requests()).isEmpty();
        assertThat(browser().messages()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void fitsAPhoneAndPaper(String page) {
        browser().resize(NARROW, 844);
        browser().open(folder.resolve(page));
        assertThat(overhang()).isEqualTo("0");
        browser().resize(794, 1123);
        browser().showOn("print");
        assertThat(overhang()).isEqualTo("0");
    }

    /// By how many pixels the page is wider than its screen or its sheet.
    private String overhang() {
        return browser()
                .evaluate(
                        "Math.max(0, document.scrollingElement.scrollWidth"
                                + " - document.documentElement.clientWidth)");
    }

    @Test
    void leadsFromTheMatrixToARequirementItsSentenceItsScenarioItsEvidenceAndBack() {
        browser().open(folder.resolve("index.html"));
        browser().find(".matrix td a").click();
        assertThat(browser().address()).startsWith("requirements.html#?stage=");

        browser().find(".rows a[href='requirement/OE-01.html']").click();
        assertThat(browser().find(".context mark").getText())
                .isEqualTo("An entry of a table has a <name>.");

        browser().find("a[href='../scenario/table.runs.html']").click();
        var failure = browser().find(".result[open]");
        assertThat(failure.getText())
                .contains("y[3] is <1> when it should be 2", "7a 61 78 70 79 20 26 20 63 6f");

        browser().back();
        assertThat(browser().address()).isEqualTo("OE-01.html");
        browser().back();
        assertThat(browser().address()).startsWith("requirements.html#?stage=");
    }

    @Test
    void findsAPlaceByTheKeyboard() {
        browser().open(folder.resolve("index.html"));
        browser().press("/");
        browser().press("endless");
        browser().await(() -> browser().shown("#found li").size() == 1);
        browser().press(Keys.ARROW_DOWN, Keys.ENTER);

        browser().await(() -> browser().address().equals("OE-02.html"));
    }

    @Test
    void keepsAFilterInTheAddress() {
        browser().open(folder.resolve("requirements.html"));
        assertThat(browser().shown(".rows > li")).hasSize(2);

        browser().find("select[name=status]").sendKeys("broken");
        browser().await(() -> browser().shown(".rows > li").size() == 1);
        assertThat(browser().address()).isEqualTo("requirements.html#?status=BROKEN");

        browser().open(folder.resolve("index.html"));
        browser().back();
        assertThat(browser().shown(".rows > li")).hasSize(1);
        assertThat(browser().find("form.filters output").getText()).isEqualTo("1 of 2");
    }

    @Test
    void isDarkForThoseWhoPreferIt() {
        browser().open(folder.resolve("index.html"));
        var light = background();
        browser().prefer("dark");

        assertThat(background()).isNotEqualTo(light);
    }

    private String background() {
        return browser().evaluate("getComputedStyle(document.body).backgroundColor");
    }

    @Test
    void printsTheEvidence() {
        browser().open(folder.resolve("scenario/table.runs.html"));
        assertThat(
                        browser()
                                .evaluate(
                                        "document.querySelectorAll('main details:not([open])').length"))
                .isNotEqualTo("0");

        assertThat(browser().print()).startsWith("JVBERi0");
        assertThat(
                        browser()
                                .evaluate(
                                        "document.querySelectorAll('main details:not([open])').length"))
                .isEqualTo("0");
    }

    /// That the messages of a page reach the tests above.
    @Test
    void wouldNoticeAFaultOfAScriptAndARequest() throws IOException {
        var page =
                Files.writeString(
                        folder.resolve("faulty.htm"),
                        """
                        <!DOCTYPE html><html><title>x</title>
                        <img src="http://127.0.0.1:9/picture">
                        <div style="width: 500px">wide</div>
                        <script>undefinedFunction()</script></html>
                        """);
        browser().resize(NARROW, 844);
        browser().open(page);

        assertThat(browser().violations()).contains("html-has-lang", "image-alt");
        assertThat(browser().messages()).anyMatch(text -> text.contains("undefinedFunction"));
        assertThat(browser().requests()).containsExactly("http://127.0.0.1:9/picture");
        assertThat(overhang()).isNotEqualTo("0");
    }
}
