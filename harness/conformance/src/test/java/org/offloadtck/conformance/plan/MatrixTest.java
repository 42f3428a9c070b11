package org.offloadtck.conformance.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;

/// The YAML of a matrix, and the line of each mistake in it.
final class MatrixTest {

    private static final String SOUND =
            """
            # two rows
            scenarios:
              - implementations: [reference]
                tags: '@KL-01'
              - devices:
                  - sim
                profiles: [llvm-16]
            """;

    private static Matrix read(String yaml) {
        return Matrix.parse(
                new DataText("m.yaml", yaml),
                new Matrix.Names() {

                    @Override
                    public void verify(Matrix.Row row) {
                        if (row.devices().contains("abacus")) {
                            throw new IllegalArgumentException(
                                    "devices is 'abacus' when it should be one of sim");
                        }
                    }

                    @Override
                    public TestSuite suite(Fields fields) {
                        return new TestSuite(
                                fields.text("name"),
                                TestSuite.Runner.COMMANDS,
                                List.of("t4"),
                                List.of(),
                                1,
                                "/",
                                List.of(new TestSuite.Test("x", fields.texts("words"))));
                    }
                });
    }

    @Test
    void hasARowForEachSelection() {
        assertThat(read(SOUND).rows())
                .containsExactly(
                        new Matrix.Row(List.of("reference"), List.of(), List.of(), "@KL-01"),
                        new Matrix.Row(List.of(), List.of("sim"), List.of("llvm-16"), ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    scenarios:         | scenaros:     | line 1: scenarios and suites are empty when one of them should be
                    tags: '@KL-01'     | tag: x        | line 4: has the unknown field tag when the known ones are
                    tags: '@KL-01'     | tags: [x]     | line 4: tags is a list when it should be a text
                    [reference]        | reference     | line 3: implementations is the text 'reference' when it should be a list
                    - sim              | - abacus      | line 5: devices is 'abacus' when it should be one of sim
                    profiles: [        | profiles: [1, | line 7: profiles is the number 1 when it should be a list of texts
                    tags: '@KL-01'     | profiles: [x] | line 4: profiles is given with implementations when it should be without
                    """)
    void namesTheLineOfAMistake(String sound, String mistake, String expected) {
        assertThatThrownBy(() -> read(SOUND.replace(sound, mistake)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("m.yaml: " + expected);
    }

    @Test
    void hasSuites() {
        var matrix = read("suites:\n  - {name: mine, words: [./x]}\n");

        assertThat(matrix.rows()).isEmpty();
        assertThat(matrix.suites())
                .singleElement()
                .satisfies(suite -> assertThat(suite.name()).isEqualTo("mine"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {name: My, words: [x]}                           | name is 'My' when it should be lower-case letters
                    {name: a, words: []}                             | a test is 'x' [] when it should have a name and a command
                    {name: a, words: [x], more: y}                   | has the unknown field more
                    {name: a, words: [x]}, {name: a, words: [y]}     | suites have the names [a, a] when each should have another
                    """)
    void namesTheMistakeInASuite(String suites, String expected) {
        assertThatThrownBy(() -> read("suites: [%s]\n".formatted(suites)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void isNotEmpty() {
        assertThatThrownBy(() -> read("scenarios: []\n"))
                .hasMessage(
                        "m.yaml: line 1: scenarios and suites are empty when one of them should be a list of rows");
        assertThatThrownBy(() -> read("")).isInstanceOf(DataException.class);
    }
}
