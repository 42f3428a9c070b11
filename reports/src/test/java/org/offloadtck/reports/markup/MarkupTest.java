package org.offloadtck.reports.markup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.reports.markup.Element.element;

import org.junit.jupiter.api.Test;

class MarkupTest {

    @Test
    void escapesWhatAReaderWouldTakeForMarkup() {
        assertThat(Markup.html(element("p", "a < b && \"c\" > 'd'")))
                .isEqualTo(
                        """
                        <!doctype html>
                        <p>a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;</p>
                        """);
    }

    @Test
    void escapesTheValuesOfAttributes() {
        assertThat(Markup.xml(element("case").with("name", "a\"/><b&")))
                .endsWith("<case name=\"a&quot;/&gt;&lt;b&amp;\"/>\n");
    }

    @Test
    void replacesCharactersThatXmlForbids() {
        assertThat(Markup.xml(element("out", "a\u0000b\u001bc\ud800d\tf")))
                .endsWith("<out>a\ufffdb\ufffdc\ufffdd\tf</out>\n");
    }

    @Test
    void keepsCharactersBeyondTheBasicPlane() {
        assertThat(Markup.xml(element("out", "\ud835\udd38"))).contains("\ud835\udd38");
    }

    @Test
    void endsEmptyElementsAsEachFormWantsIt() {
        assertThat(Markup.html(element("div", element("meta"), element("i"))))
                .endsWith("<div><meta>\n<i></i></div>\n");
        assertThat(Markup.xml(element("skipped"))).endsWith("<skipped/>\n");
    }

    @Test
    void addsNoSpaceInsideRunningText() {
        assertThat(Markup.html(element("p", element("b", "a"), Node.text("b"))))
                .endsWith("<p><b>a</b>b</p>\n");
    }
}
