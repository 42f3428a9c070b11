package org.offloadtck.conformance.requirement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.conformance.requirement.Unit.Kind.CODE;
import static org.offloadtck.conformance.requirement.Unit.Kind.MARKUP;
import static org.offloadtck.conformance.requirement.Unit.Kind.SENTENCE;
import static org.offloadtck.conformance.requirement.Unit.Kind.TABLE_ROW;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What each view's markup is cut into.
class SectionTest {

    @Test
    void endsASentenceAtAFullStopThatASpaceFollows() {
        assertThat(units(DocumentView.MAIL, "It links, e.g. a.o. Then it", "runs (once.) Why? So"))
                .containsExactly(
                        new Unit(SENTENCE, "It links, e.g. a.o."),
                        new Unit(SENTENCE, "Then it runs (once.)"),
                        new Unit(SENTENCE, "Why?"),
                        new Unit(SENTENCE, "So"));
    }

    @Test
    void keepsTheNumberOfAnItemWithItsSentence() {
        assertThat(units(DocumentView.MAIL, "1. There is none. 2. There is."))
                .extracting(Unit::text)
                .containsExactly("1. There is none.", "2. There is.");
    }

    @Test
    void cutsListItemsAndParagraphsApart() {
        assertThat(units(DocumentView.CROSS_REFERENCE, "Steps:", "* Compile", "  it", "* Link"))
                .extracting(Unit::text)
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
                        new Unit(MARKUP, ".. table:: Sections"),
                        new Unit(MARKUP, ":name: table-sections"),
                        new Unit(MARKUP, "+------+------+"),
                        new Unit(TABLE_ROW, "| Name | What |"),
                        new Unit(MARKUP, "+======+======+"),
                        new Unit(TABLE_ROW, "| a | one | | | two |"),
                        new Unit(MARKUP, "+------+------+"));
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
                        new Unit(MARKUP, ".. code-block:: c++"),
                        new Unit(CODE, "int a; int b. c;"),
                        new Unit(SENTENCE, "Text."));
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
                        new Unit(MARKUP, "> Flags"),
                        new Unit(TABLE_ROW, "> > Name > > Description"),
                        new Unit(TABLE_ROW, "> > a > > first"),
                        new Unit(TABLE_ROW, "> > b > > second"));
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
                        new Unit(MARKUP, "c++"),
                        new Unit(CODE, "int a. b;"),
                        new Unit(SENTENCE, "Text."),
                        new Unit(CODE, "int c;"),
                        new Unit(SENTENCE, "c is set."));
    }

    @Test
    void knowsCodeByItsLooksWhereNothingMarksIt() {
        assertThat(units(DocumentView.MARKDOWN, "$ clang a. b", "", "int a;", "int b. c;"))
                .extracting(Unit::kind)
                .containsExactly(CODE, CODE);
    }

    @Test
    void takesFrontMatterForText() {
        var sections =
                Section.of(
                        DocumentView.MARKDOWN,
                        List.of("---", "title: A", "---", "* [A](#a)", "# A"));

        assertThat(sections).extracting(Section::title).containsExactly("", "A");
        assertThat(sections.getFirst().text()).isEqualTo("title: A * A");
    }

    @Test
    void takesNoQuestionForAHeadingOfAMail() {
        var sections =
                Section.of(DocumentView.MAIL, List.of("", "Does that work?", "", "Plan", ""));

        assertThat(sections).extracting(Section::title).containsExactly("", "Plan");
        assertThat(sections.getFirst().text()).isEqualTo("Does that work?");
    }

    private static List<Unit> units(DocumentView view, String... lines) {
        return Section.of(view, List.of(lines)).getFirst().units();
    }
}
