package org.offloadtck.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;

/// What the views glue to lines, taken off; and refused where it is not there.
class DocumentViewTest {

    @Test
    void takesNumbersAndCommitsOffABlameView() {
        var shown =
                """
                blob: 13bb924a77ad [file] [log] [blame]
                Joseph Huber28ab5942022-02-02 18:06:551====
                22 entries
                Joseph Huber15e620622022-04-18 19:01:553of the table
                """;

        assertThat(DocumentView.BLAME.lines("d", shown, List.of()))
                .containsExactly("====", "2 entries", "of the table");
    }

    @Test
    void takesNumbersAndAuthorsOffACrossReferenceView() {
        var shown =
                """
                xref: /a/b.rst
                128ab5944SJoseph HuberThe 2 entries
                2*5c840542SJoseph Huber
                3
                """;

        assertThat(DocumentView.CROSS_REFERENCE.lines("d", shown, List.of("Joseph Huber")))
                .containsExactly("The 2 entries", "", "");
    }

    @Test
    void takesNumbersOffAGitwebView() {
        var shown = "[repo.git] / a.md\nblob443a5ab1\n1 # Overview\n3 The 2 entries\n";

        assertThat(DocumentView.GITWEB.lines("d", shown, List.of()))
                .containsExactly("# Overview", "", "The 2 entries");
    }

    @Test
    void refusesALineWithAnotherNumber() {
        assertThatThrownBy(() -> DocumentView.BLAME.lines("d", "blob\n1a\n3b\n", List.of()))
                .isInstanceOf(DataException.class)
                .hasMessage("d: line 3: starts with '3b' when it should start with line number 2");
    }

    @Test
    void refusesAnAuthorItWasNotTold() {
        var shown = "xref\n128ab5944SSomebody ElseThe entries\n";

        assertThatThrownBy(() ->
                        DocumentView.CROSS_REFERENCE.lines("d", shown, List.of("Joseph Huber")))
                .hasMessageStartingWith(
                        "d: line 2: starts with '28ab5944SSomebody ElseTh' when it should start"
                                + " with the commit of one of");
    }

    @Test
    void refusesAGitwebLineWithoutANumber() {
        assertThatThrownBy(() -> DocumentView.GITWEB.lines("d", "head\n1 a\nb\n", List.of()))
                .hasMessage(
                        "d: line 3: starts with 'b' when it should start with a line number above"
                                + " 1");
    }
}
