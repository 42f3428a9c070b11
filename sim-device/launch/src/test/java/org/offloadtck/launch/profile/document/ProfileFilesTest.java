package org.offloadtck.launch.profile.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.profile.ProfiledKernel;

/// The documents that profiles are written to.
class ProfileFilesTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final List<LaunchProfile> ALL =
            Arrays.stream(ProfiledKernel.values())
                    .flatMap(kernel -> kernel.profiles().stream())
                    .toList();

    @TempDir private Path folder;

    private ProfileFiles files(String name) {
        return ProfileFiles.of(name, folder).orElseThrow();
    }

    private String document(String name, List<LaunchProfile> launches) {
        return files(name).contents(launches).firstEntry().getValue();
    }

    @Test
    void theExtensionOfAFileIsItsFormat() {
        assertThat(files("p.html").contents(ALL)).containsOnlyKeys("p.html");
        assertThat(files("p.html").contents(ALL).get("p.html")).startsWith("<!DOCTYPE html>");
        assertThat(files("a.b/p.json").contents(ALL).get("a.b/p.json")).startsWith("{");
        assertThat(files("p.txt").contents(ALL).get("p.txt")).startsWith("profile of k<<<512, 256");
    }

    @Test
    void aFolderHasAFileOfEachFormat() throws IOException {
        Files.createDirectory(folder.resolve("v1.2"));

        assertThat(files("out").contents(ALL))
                .containsOnlyKeys(
                        "out/", "out/profile.html", "out/profile.json", "out/profile.txt");
        assertThat(files("v1.2").contents(ALL)).containsKey("v1.2/profile.html");
        assertThat(files("x.y/").contents(ALL)).containsKey("x.y/profile.html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p.pdf", "folder/p.xml"})
    void anotherNameIsNone(String name) {
        assertThat(ProfileFiles.of(name, folder)).isEmpty();
    }

    @Test
    void theSameLaunchesMakeTheSameBytes() {
        var again =
                Arrays.stream(ProfiledKernel.values())
                        .flatMap(kernel -> kernel.profiles().stream())
                        .toList();

        assertThat(files("out").contents(again)).isEqualTo(files("out").contents(ALL));
    }

    @ParameterizedTest
    @EnumSource(ProfiledKernel.class)
    void theSchemaDescribesTheDocument(ProfiledKernel kernel) throws IOException {
        var text = document("p.json", kernel.profiles());

        assertThat(problems(JSON.readTree(text))).isEmpty();
    }

    @Test
    void theSchemaRefusesAFieldItDoesNotName() throws IOException {
        var odd = document("p.json", ALL).replaceFirst("\"waves\"", "\"wave\"");

        assertThat(problems(JSON.readTree(odd))).isNotEmpty();
    }

    private static List<String> problems(JsonNode document) throws IOException {
        try (var schema = ProfileFiles.class.getResourceAsStream("profile-1.schema.json")) {
            return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                    .getSchema(schema)
                    .validate(document)
                    .stream()
                    .map(ValidationMessage::toString)
                    .toList();
        }
    }

    private Document page() {
        return Jsoup.parse(document("p.html", ALL));
    }

    @Test
    void thePageRequestsNothing() {
        var page = page();

        assertThat(page.select("script, iframe, object, img, link[rel=stylesheet]")).isEmpty();
        assertThat(page.select("[src], [href]").stream().flatMap(ProfileFilesTest::addresses))
                .allMatch(address -> address.startsWith("#") || address.equals("data:,"));
        assertThat(page.select("style").html()).doesNotContain("url(", "@import");
    }

    private static Stream<String> addresses(Element element) {
        return Stream.of(element.attr("src"), element.attr("href")).filter(each -> !each.isEmpty());
    }

    @Test
    void thePageHasASectionForEachKernelWithoutADeadLink() {
        var page = page();

        assertThat(page.select("section.kernel")).hasSize(ALL.size());
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
        assertThat(page.select("a[href^=#]").eachAttr("href"))
                .hasSize(ALL.size())
                .allSatisfy(link -> assertThat(page.select(link)).hasSize(1));
    }

    @Test
    void everyTableAndDrawingHasAName() {
        var page = page();

        assertThat(page.select("table").size()).isEqualTo(page.select("table > caption").size());
        assertThat(page.select("svg")).hasSize(ALL.size());
        assertThat(page.select("svg[role=img][aria-label]")).hasSize(ALL.size());
        assertThat(page.select("thead th:not([scope=col]), tbody th:not([scope=row])")).isEmpty();
        assertThat(page.select(".wide:not([role=region][tabindex=0][aria-label])")).isEmpty();
    }

    @Test
    void drawingsStayWithinTheirFrames() {
        var page = page();

        for (var circle : page.select("svg circle")) {
            assertThat(Double.parseDouble(circle.attr("cx")))
                    .isBetween((double) RooflineChart.LEFT, (double) RooflineChart.RIGHT);
            assertThat(Double.parseDouble(circle.attr("cy")))
                    .isBetween((double) RooflineChart.TOP, (double) RooflineChart.BOTTOM);
        }
        for (var line : page.select("svg line")) {
            assertThat(Double.parseDouble(line.attr("x1")))
                    .isLessThanOrEqualTo(Double.parseDouble(line.attr("x2")));
            assertThat(Double.parseDouble(line.attr("y2")))
                    .isBetween((double) RooflineChart.TOP, (double) RooflineChart.BOTTOM);
        }
        assertThat(page.select("svg circle")).isNotEmpty();
    }

    @Test
    void namesOfKernelsAreNoMarkup() {
        var odd = ALL.getFirst();
        var configuration = odd.configuration();
        var named =
                new LaunchProfile(
                        new LaunchProfile.Configuration(
                                "<script>alert(1)</script>",
                                configuration.device(),
                                configuration.shape(),
                                configuration.demand()),
                        odd.launches(),
                        odd.cycles(),
                        odd.cyclesError(),
                        odd.assumedCycles(),
                        odd.schedulerCycles(),
                        odd.residentWarps(),
                        odd.instructions(),
                        odd.threads(),
                        odd.unitCycles(),
                        odd.operations(),
                        odd.accesses(),
                        odd.traffic(),
                        odd.lines());

        var page = Jsoup.parse(document("p.html", List.of(named)));

        assertThat(page.select("script")).isEmpty();
        assertThat(page.select("h2").text()).startsWith("<script>alert(1)</script>");
    }

    @Test
    void aPageWithoutLaunchesSaysSo() {
        assertThat(files("p.html").contents(List.of()).get("p.html"))
                .contains("No launch was timed.");
    }
}
