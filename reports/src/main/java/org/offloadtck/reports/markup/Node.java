package org.offloadtck.reports.markup;

/// A part of a page or an XML document.
public sealed interface Node permits Element, Text, Verbatim {

    /// The text as a node; it is escaped when written.
    static Node text(String text) {
        return new Text(text);
    }
}
