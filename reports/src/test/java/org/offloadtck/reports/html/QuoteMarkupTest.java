package org.offloadtck.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Markup;

class QuoteMarkupTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "the ``addr`` field      | the <code>addr</code> field",
                "the `addr` field        | the <code>addr</code> field",
                "``a``, ``b``            | <code>a</code>, <code>b</code>",
                "a :ref:`fat object <x>` | a fat object",
                "no marks < here         | no marks &lt; here",
                "``int8_t *``            | <code>int8_t *</code>"
            })
    void turnsCodeMarksIntoCode(String quote, String html) {
        var paragraph = Element.element("p").addAll(QuoteMarkup.of(quote));

        assertThat(Markup.html(paragraph)).isEqualTo("<!doctype html>\n<p>%s</p>\n", html);
    }
}
