package org.offloadtck.reports.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.Samples;
import org.xml.sax.InputSource;

class JUnitReportTest {

    private static String text(ResultDocument document) {
        var out = new StringWriter();
        JUnitReport.write(document, out);
        return out.toString();
    }

    @Test
    void writesACasePerResultInSuitesByStage() {
        var failed =
                Samples.document(
                        Samples.result(
                                "runs",
                                "llvm-16",
                                Samples.SIMULATED,
                                Verdict.of(VerdictKind.FAIL_VALUE, "1 < 2")));

        assertThat(text(failed))
                .isEqualTo(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <testsuites name="offload-tck" tests="1" failures="1" errors="0" skipped="0" time="1.234">
                          <testsuite name="offload-entries" tests="1" failures="1" errors="0" skipped="0" time="1.234">
                            <testcase classname="offload-entries.table.runs" name="The table runs [llvm-16, reference, sim:sm_75]" time="1.234">
                              <properties>
                                <property name="key" value="table.runs/-/llvm-16/offload-entries -&gt; reference/sim:sm_75"/>
                                <property name="requirements" value="OE-01"/>
                                <property name="verdict" value="FAIL_VALUE"/>
                              </properties>
                              <failure type="FAIL_VALUE" message="FAIL_VALUE: 1 &lt; 2">FAIL_VALUE: 1 &lt; 2</failure>
                            </testcase>
                          </testsuite>
                        </testsuites>
                        """);
    }

    @Test
    void saysWhyACaseWasSkipped() {
        assertThat(text(Samples.run()))
                .contains("<skipped message=\"NOT_RUN: no platform found\"/>");
    }

    @Test
    void putsTheEvidenceIntoTheFailure() {
        assertThat(text(Samples.run()))
                .contains(
                        "FAIL_VALUE: y[3] is &lt;1&gt; when it should be 2\n"
                                + "zaxpy.o: offset 0x0: name: 007a617870792026")
                .contains(
                        "budget zaxpy-sim: PERF_REGRESSED: instructions is 12000 instructions"
                                + " when the budget is 11000 (+1000)");
    }

    @Test
    void statesTheTermsOfAWaiverInTheCaseThatItDecides() {
        assertThat(text(Samples.waived()))
                .containsOnlyOnce("<property name=\"waiver\" value=\"W1\"/>")
                .contains("<property name=\"waiver.reason\" value=\"rounds twice\"/>")
                .contains("<property name=\"waiver.owner\" value=\"someone\"/>")
                .contains("<property name=\"waiver.issue\" value=\"example.org/W1\"/>")
                .contains("<property name=\"waiver.expires\" value=\"2026-12-31\"/>")
                .contains("<skipped message=\"XFAIL(W1): y is 1\"/>")
                .contains("<skipped message=\"EXCLUDED(E1): the edition has no table\"/>")
                .contains("failures=\"0\" errors=\"0\" skipped=\"2\"");
    }

    @Test
    void isWellFormed() throws Exception {
        var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();

        var parsed = builder.parse(new InputSource(new StringReader(text(Samples.run()))));

        assertThat(parsed.getElementsByTagName("testcase").getLength()).isEqualTo(5);
        assertThat(parsed.getElementsByTagName("failure").getLength()).isEqualTo(2);
        assertThat(parsed.getElementsByTagName("skipped").getLength()).isEqualTo(1);
    }
}
