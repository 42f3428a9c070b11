package org.offloadtck.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlRowEditTest {

    private static final String ROWS =
            """
            # Kept: 𝛼
            - id: "a"   # a comment
              value: 5  # instructions
              source: 'counted: once'

            - {id: b, value: 6, source: plain text}
            """;

    private static String replaced(String text, Map<Integer, Map<String, Object>> values) {
        return YamlRowEdit.replace(new DataText("rows.yaml", text), values);
    }

    @Test
    void replacesTheValuesAndNothingElse() {
        assertThat(
                        replaced(
                                ROWS,
                                Map.of(
                                        0, Map.of("value", 57L, "source", "a \"reason\""),
                                        1, Map.of("value", 8L, "source", "why"))))
                .isEqualTo(
                        """
                        # Kept: 𝛼
                        - id: "a"   # a comment
                          value: 57  # instructions
                          source: "a \\"reason\\""

                        - {id: b, value: 8, source: "why"}
                        """);
    }

    @Test
    void keepsTheEndsOfLines() {
        var text = ROWS.replace("\n", "\r\n");

        assertThat(replaced(text, Map.of(1, Map.of("value", 6L)))).isEqualTo(text);
    }

    @Test
    void changesNothingWithoutValues() {
        assertThat(replaced(ROWS, Map.of())).isEqualTo(ROWS);
    }

    @Test
    void rejectsAFieldThatIsNotThere() {
        assertThatThrownBy(() -> replaced(ROWS, Map.of(1, Map.of("reference", 1L))))
                .isInstanceOf(DataException.class)
                .hasMessage("rows.yaml: row 2: reference is missing");
    }

    @Test
    void rejectsABlock() {
        var text = "- id: a\n  source: |\n    one\n    two\n  value: 5\n";

        assertThatThrownBy(() -> replaced(text, Map.of(0, Map.of("source", "one"))))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "rows.yaml: row 1: source is a block when it should be plain or in quotes");
    }

    @Test
    void replacesQuotedTextOfSeveralLines() {
        var text = "- source: 'one\n    two'\n  value: 5\n";

        assertThat(replaced(text, Map.of(0, Map.of("source", "one"))))
                .isEqualTo("- source: \"one\"\n  value: 5\n");
    }

    @Test
    void ignoresNestedFieldsOfTheSameName() {
        var text = "- margin: {value: 1}\n  value: 2\n";

        assertThat(replaced(text, Map.of(0, Map.of("value", 3L))))
                .isEqualTo("- margin: {value: 1}\n  value: 3\n");
    }
}
