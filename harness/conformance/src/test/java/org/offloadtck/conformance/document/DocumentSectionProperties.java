package org.offloadtck.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DocumentSectionProperties {

    @Property(seed = "20261121", tries = 500)
    void aSectionLosesAndAddsNoWordWhenItIsCut(
            @ForAll DocumentView view, @ForAll("bodies") List<String> body) {
        var sections = DocumentSection.of(view, body);

        assertThat(sections).hasSize(1);
        assertThat(sections.getFirst().text()).isEqualTo(PlainText.of(String.join("\n", body)));
    }

    @Property(seed = "20261121", tries = 200)
    void noTextIsRefused(@ForAll DocumentView view, @ForAll List<String> body) {
        assertThat(DocumentSection.of(view, body)).isNotEmpty();
    }

    /// Lines of every kind that the splitter distinguishes, without headings.
    @Provide
    static Arbitrary<List<String>> bodies() {
        return Arbitraries.of(
                        "",
                        "A sentence. Another,",
                        "  * an item of a list",
                        "* an item, e.g. this one. And",
                        "  .. table:: Some rows",
                        ".. code-block:: c",
                        "  :name: table-rows",
                        "  +----+----+",
                        "  | a  | b  |",
                        "> Description",
                        "> ",
                        "> a",
                        "> Rows[¶](#rows)",
                        "```c++",
                        "```",
                        "`code` and text.",
                        "  int a; // first",
                        "$ clang a.c")
                .list()
                .ofMaxSize(20);
    }
}
