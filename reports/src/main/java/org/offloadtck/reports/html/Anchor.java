package org.offloadtck.reports.html;

import static org.offloadtck.reports.markup.Element.element;

import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.reports.markup.Element;
import org.offloadtck.reports.markup.Node;

/// Names of the places in a page. They follow from ids and keys, so a link into one report leads to
/// the same thing in the next.
final class Anchor {

    /// Digits of a SHA-256 that a page shows and links by: 48 bits tell apart all results of a run.
    static final int DIGITS = 12;

    private Anchor() {}

    static String of(ResultIdentity identity) {
        return "r-" + PlainText.sha256(identity.key()).substring(0, DIGITS);
    }

    static Element link(ResultIdentity identity, Node label) {
        return element("a", label).with("href", "#" + of(identity));
    }

    /// A link to a requirement or deviation, which is its own fragment.
    static Element link(String id) {
        return element("a", id).with("href", "#" + id);
    }

    static Element documentLink(String id) {
        return element("a", id).with("href", "#document-" + id);
    }
}
