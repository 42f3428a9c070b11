package org.offloadtck.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An object is read with the rows of its long list apart.
final class JsonRowsTest {

    private static Fields read(String text, List<String> seen) {
        return new JsonRows("t", "rows")
                .read(
                        new StringReader(text),
                        first -> seen.add("first " + first.names()),
                        row -> seen.add("row " + row.text("a")));
    }

    @Test
    void handsOverEachRowAfterTheFieldsBeforeThem() {
        var seen = new ArrayList<String>();

        var fields =
                read("{\"x\": 1, \"rows\": [{\"a\": \"1\"}, {\"a\": \"2\"}], \"y\": [2]}", seen);

        assertThat(seen).containsExactly("first [x]", "row 1", "row 2");
        assertThat(fields.number("x")).isEqualTo(1);
        assertThat(fields.numbers("y")).containsExactly(2L);
        assertThat(fields.rows("rows")).isEmpty();
    }

    @Test
    void readsAnObjectWithoutTheList() {
        var seen = new ArrayList<String>();

        assertThat(read("{\"rows\": 7}", seen).number("rows")).isEqualTo(7);
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|t: document: is empty when it should be a mapping",
                "[1]|t: document: is a list when it should be a mapping",
                "{\"rows\": [7]}|t: rows[0]: is the number 7 when it should be a mapping",
                "{\"rows\": [{\"a\": 1}]}|t: rows[0]: a is the number 1 when it should be a text",
                "{\"rows\": []} x|t: line 1, column 14: Unrecognized token 'x'",
                "{\"rows\": []} {}|t: line 1, column 14: has text after the object",
                "{\"rows\": [], \"rows\": []}|t: line 1, column 20: Duplicate field 'rows'",
                "{\"rows\": [{\"a\": \"1\"}|t: line 1, column 21: Unexpected end-of-input",
            })
    void refusesOtherTextsByPlace(String text, String message) {
        assertThatThrownBy(() -> read(text == null ? "" : text, new ArrayList<>()))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(message);
    }
}
