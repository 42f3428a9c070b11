package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.corpus.Corpus;

/// Every instruction form that occurs in the corpus.
class CorpusInstructionFormsTest {

    static Stream<String> instructions() {
        return Corpus.text("ptx/forms.tsv")
                .lines()
                .skip(1)
                .map(row -> row.substring(row.lastIndexOf('\t') + 1));
    }

    @Test
    void thereAre393Forms() {
        assertThat(instructions()).hasSize(393);
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void parsesAndPrintsEveryForm(String instruction) {
        var reading = PtxParser.read("a.ptx", PtxSamples.form(instruction));
        String printed = PtxPrinter.print(reading.module());

        assertThat(reading.warnings()).isEmpty();
        assertThat(PtxPrinter.print(PtxSamples.parse(printed))).isEqualTo(printed);
    }
}
