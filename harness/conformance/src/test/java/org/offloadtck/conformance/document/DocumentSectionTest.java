package org.offloadtck.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.conformance.document.DocumentUnit.Kind.CODE;
import static org.offloadtck.conformance.document.DocumentUnit.Kind.MARKUP;
import static org.offloadtck.conformance.document.DocumentUnit.Kind.SENTENCE;
import static org.offloadtck.conformance.document.DocumentUnit.Kind.TABLE_ROW;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What each view's markup is cut into.
class DocumentSectionTest {

    @Test
    void endsASentenceAtAFullStopThatASpaceFollows() {
        assertThat(units(DocumentView.MAIL, "It links, e.g. a.o. Then it", "runs (once.) Why? So"))
                .containsExactly(
                        new DocumentUnit(SENTENCE, "It links, e.g. a.o."),
                        new DocumentUnit(SENTENCE, "Then it runs (once.)"),
                        new DocumentUnit(SENTENCE, "Why?"),
                        new DocumentUnit(SENTENCE, "So"));
    }

    @Test
    void keepsTheNumberOfAnItemWithItsSentence() {
        assertThat(units(DocumentView.MAIL, "1. There is none. 2. There is."))
                .extracting(DocumentUnit::text)
                .containsExactly("1. There is none.", "2. There is.");
    }

    @Test
    void cutsListItemsAndParagraphsApart() {
        assertThat(units(DocumentView.CROSS_REFERENCE, "Steps:", "* Compile", "  it", "* Link"))
                .extracting(DocumentUnit::text)
                .containsExactly("Steps:", "* Compile it", "* Link");
    }

    @Test
    void readsARestructuredTable() {
        var table =
                """
                  .. table:: Sections
                    :name: table-sections

                    +------+------+
                    | Name | What |
                    +======+======+
                    | a    | one  |
                    |      | two  |
                    +------+------+
                """;

        assertThat(units(DocumentView.CROSS_REFERENCE, table.lines().toArray(String[]::new)))
                .containsExactly(
                        new DocumentUnit(MARKUP, ".. table:: Sections"),
                        new DocumentUnit(MARKUP, ":name: table-sections"),
                        new DocumentUnit(MARKUP, "+------+------+"),
                        new DocumentUnit(TABLE_ROW, "| Name | What |"),
                        new DocumentUnit(MARKUP, "+======+======+"),
                        new DocumentUnit(TABLE_ROW, "| a | one | | | two |"),
                        new DocumentUnit(MARKUP, "+------+------+"));
    }

    @Test
    void takesACodeBlockForOneUnitUpToTheNextLineWithoutIndent() {
        assertThat(
                        units(
                                DocumentView.BLAME,
                                ".. code-block:: c++",
                                "",
                                " int a;",
                                "",
                                " int b. c;",
                                "Text."))
                .containsExactly(
                        new DocumentUnit(MARKUP, ".. code-block:: c++"),
                        new DocumentUnit(CODE, "int a; int b. c;"),
                        new DocumentUnit(SENTENCE, "Text."));
    }

    @Test
    void readsATableThatWasSavedAsAQuotationByTheColumnsOfItsHead() {
        assertThat(
                        units(
                                DocumentView.MARKDOWN,
                                "> Flags[¶](#flags)",
                                "> ",
                                "> Name",
                                "> ",
                                "> Description",
                                "> ",
                                "> a",
                                "> ",
                                "> first",
                                "> ",
                                "> b",
                                "> ",
                                "> second"))
                .containsExactly(
                        new DocumentUnit(MARKUP, "> Flags"),
                        new DocumentUnit(TABLE_ROW, "> > Name > > Description"),
                        new DocumentUnit(TABLE_ROW, "> > a > > first"),
                        new DocumentUnit(TABLE_ROW, "> > b > > second"));
    }

    @Test
    void readsCodeBetweenFencesAndAfterOneThatIsNeverClosed() {
        assertThat(
                        units(
                                DocumentView.GITWEB,
                                "```c++",
                                "int a. b;",
                                "```",
                                "Text.",
                                "```",
                                "int c;",
                                "`c` is set."))
                .containsExactly(
                        new DocumentUnit(MARKUP, "c++"),
                        new DocumentUnit(CODE, "int a. b;"),
                        new DocumentUnit(SENTENCE, "Text."),
                        new DocumentUnit(CODE, "int c;"),
                        new DocumentUnit(SENTENCE, "c is set."));
    }

    @Test
    void knowsCodeByItsLooksWhereNothingMarksIt() {
        assertThat(units(DocumentView.MARKDOWN, "$ clang a. b", "", "int a;", "int b. c;"))
                .extracting(DocumentUnit::kind)
                .containsExactly(CODE, CODE);
    }

    @Test
    void takesFrontMatterForText() {
        var sections =
                DocumentSection.of(
                        DocumentView.MARKDOWN,
                        List.of("---", "title: A", "---", "* [A](#a)", "# A"));

        assertThat(sections).extracting(DocumentSection::title).containsExactly("", "A");
        assertThat(sections.getFirst().text()).isEqualTo("title: A * A");
    }

    @Test
    void takesNoQuestionForAHeadingOfAMail() {
        var sections =
                DocumentSection.of(
                        DocumentView.MAIL, List.of("", "Does that work?", "", "Plan", ""));

        assertThat(sections).extracting(DocumentSection::title).containsExactly("", "Plan");
        assertThat(sections.getFirst().text()).isEqualTo("Does that work?");
    }

    private static List<DocumentUnit> units(DocumentView view, String... lines) {
        return DocumentSection.of(view, List.of(lines)).getFirst().units();
    }
}
