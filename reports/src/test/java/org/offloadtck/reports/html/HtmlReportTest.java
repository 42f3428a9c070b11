package org.offloadtck.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.data.DataText;
import org.offloadtck.reports.Samples;

class HtmlReportTest {

    private static final String PAGE = HtmlReport.of(Samples.run(), Samples.catalogue());

    @Test
    void putsABrokenRequirementInItsHeadline() {
        assertThat(PAGE).contains("<p class=\"headline\">1 of 2 requirements is broken.</p>");
    }

    @Test
    void showsABrokenVerdictWithItsReasonAndEvidence() {
        assertThat(PAGE)
                .contains(">FAIL_VALUE</span>")
                .contains("y[3] is &lt;1&gt; when it should be 2")
                .contains("00 7a 61 78 70 79 20 26 20 63 6f");
    }

    @Test
    void showsBothNumbersOfABudget() {
        assertThat(PAGE)
                .contains("12\u202f000")
                .contains("11\u202f000 exact")
                .contains("+1\u202f000");
    }

    @Test
    void saysWhyADeviceIsNotHere() {
        assertThat(PAGE).contains("<b>opencl:pocl</b> not here: no platform found");
    }

    @Test
    void saysThatAllHoldsOnlyWhenAllWasJudged() {
        var held =
                Samples.document(
                        Samples.result("names", "llvm-16", DeviceIdentity.NONE, Verdict.pass()));

        assertThat(HtmlReport.of(held, Samples.catalogue()))
                .contains("1 of 2 requirements hold, and none is broken.");
    }

    @Test
    void escapesQuotesOfDocuments() {
        assertThat(PAGE).contains("An entry of a <code>table</code> has a &lt;name&gt;.");
    }

    @Test
    void saysOfEverySentenceWhatBecameOfIt() {
        assertThat(PAGE)
                .contains("3 units: 1 requirement, 1 informative, 1 unclassified")
                .contains("requirement <a href=\"#OE-01\">OE-01</a>")
                .contains("says what the document is")
                .contains("<td>Tables are long.</td>\n<td>unclassified</td>");
    }

    @Test
    void linksOnlyToPlacesOnThePage() {
        var ids = new TreeSet<String>();
        var links = new TreeSet<String>();
        Pattern.compile(" id=\"([^\"]*)\"")
                .matcher(PAGE)
                .results()
                .forEach(m -> ids.add(m.group(1)));
        Pattern.compile(" href=\"#([^\"]*)\"")
                .matcher(PAGE)
                .results()
                .forEach(m -> links.add(m.group(1)));

        assertThat(links).isNotEmpty();
        assertThat(ids).containsAll(links);
    }

    @Test
    void fetchesNothing() {
        assertThat(PAGE).doesNotContain("<script", "<link", "<img", "src=", "http", "url(");
    }

    @Test
    void givesTheSamePageForADocumentReadBack() {
        var again = ResultDocument.parse(new DataText("r.json", Samples.run().toJson()));

        assertThat(HtmlReport.of(again, Samples.catalogue())).isEqualTo(PAGE);
    }
}
