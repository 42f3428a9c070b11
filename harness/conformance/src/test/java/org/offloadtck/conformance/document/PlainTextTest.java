package org.offloadtck.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "``.llvm.offloading`` section  | .llvm.offloading section",
                "**indirect** call             | indirect call",
                ":ref:`fat object <Creating Fat Objects>` | fat object",
                ":ref:`Device Linking`         | Device Linking",
                "[entry flags](#table \"Link\") | entry flags",
                "Heading[¶](#id \"Link\")      | Heading",
                "\\_\\_tgt\\_bin\\_desc        | __tgt_bin_desc",
                "void\\*                       | void*",
                "‘to’ and “link”               | 'to' and \"link\"",
                "two   spaces                  | two spaces"
            })
    void keepsTheWordsOfMarkup(String marked, String plain) {
        assertThat(PlainText.of(marked)).isEqualTo(plain);
    }

    @Test
    void joinsLines() {
        assertThat(PlainText.of(" one\n  two\u00a0three\n")).isEqualTo("one two three");
    }

    @Test
    void keepsCaseAndPunctuation() {
        assertThat(PlainText.sha256("The image.")).isNotEqualTo(PlainText.sha256("the image"));
    }

    @Test
    void hashesTheWordsAlone() {
        assertThat(PlainText.sha256("the ``image``\n is"))
                .isEqualTo(PlainText.sha256("the image is"));
    }
}
