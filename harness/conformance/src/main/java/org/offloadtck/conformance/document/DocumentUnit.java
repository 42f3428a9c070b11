package org.offloadtck.conformance.document;

/// The smallest part of a document that is classified.
///
/// @param text plain, see [PlainText]; never empty
public record DocumentUnit(Kind kind, String text) {

    /// What a unit was cut out as.
    public enum Kind {
        /// A sentence, or a paragraph or list item that has no full stop.
        SENTENCE("sentence"),
        /// A row of a table, that of its head too.
        TABLE_ROW("table row"),
        /// A whole block of code.
        CODE("code"),
        /// What is no text: directives, borders and captions of tables, fences.
        MARKUP("markup");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
