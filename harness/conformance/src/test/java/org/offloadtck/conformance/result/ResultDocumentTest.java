package org.offloadtck.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

class ResultDocumentTest {

    private static final String COMPARABLE_END =
            """
            "started": "",
                "milliseconds": 0,
                "host": "",
                "command": [ ],
                "times": [ ]
              }
            }
            """;

    @Test
    void readsBackEveryShapeItWrites() {
        var document = Samples.everyShape();

        assertThat(parse(document.toJson())).isEqualTo(document);
    }

    @Test
    void writesTheSameTextForResultsInAnyOrder() {
        var one = Samples.result(Samples.launch("1"), Verdict.pass());
        var two = Samples.result(Samples.launch("2"), Verdict.pass());

        assertThat(Samples.document(two, one).toJson())
                .isEqualTo(Samples.document(one, two).toJson());
    }

    @Test
    void isComparableWithoutItsCircumstances() {
        var document = Samples.everyShape();

        assertThat(document.comparable().toJson())
                .isNotEqualTo(document.toJson())
                .isEqualTo(document.toJson().replaceFirst("(?s)\"started\".*", COMPARABLE_END));
    }

    @Test
    void refusesTwoResultsOfOneIdentity() {
        var result = Samples.result(Samples.launch("1"), Verdict.pass());

        assertThatThrownBy(() -> Samples.document(result, result))
                .hasMessage("two results have the key %s", result.identity().key());
    }

    @Test
    void refusesAnotherVersion() {
        var newer = Samples.everyShape().toJson().replace("\"version\": 2", "\"version\": 3");

        assertThatThrownBy(() -> parse(newer))
                .isInstanceOf(DataException.class)
                .hasMessage("r.json: document: version is 3 when this kit reads 2");
    }

    @Test
    void refusesAKeyThatIsNotItsIdentitys() {
        var moved = Samples.everyShape().toJson().replaceFirst("n=1/", "n=9/");

        assertThatThrownBy(() -> parse(moved))
                .hasMessageStartingWith("r.json: results[0]: key is 'zaxpy.the-result")
                .hasMessageContaining("n=9/");
    }

    @Test
    void namesTheFieldThatIsMissing() {
        var cut = Samples.everyShape().toJson().replaceFirst("\"signal\": \"SIGSEGV\",", "");

        assertThatThrownBy(() -> parse(cut))
                .hasMessage("r.json: results[0].verdict: signal is missing");
    }

    @Test
    void refusesAFieldItDoesNotKnow() {
        var odd = Samples.everyShape().toJson().replaceFirst("\"signal\"", "\"at\": 1, \"signal\"");

        assertThatThrownBy(() -> parse(odd))
                .hasMessage(
                        "r.json: results[0].verdict: has the unknown field at when the known ones"
                                + " are kind, reason, signal");
    }

    @Test
    void refusesTheUnknownWordOfAVerdict() {
        var odd = Samples.everyShape().toJson().replaceFirst("\"CRASH\"", "\"CRASHED\"");

        assertThatThrownBy(() -> parse(odd))
                .hasMessageStartingWith(
                        "r.json: results[0].verdict: kind is 'CRASHED' when it should be one of"
                                + " PASS, FAIL_FORMAT");
    }

    private static ResultDocument parse(String json) {
        return ResultDocument.parse(new DataText("r.json", json));
    }
}
