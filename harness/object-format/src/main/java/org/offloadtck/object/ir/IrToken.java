package org.offloadtck.object.ir;

/// A token of LLVM IR.
///
/// @param text without sigil and quotation marks, escapes decoded
/// @param column of its first character, from 1
record IrToken(Kind kind, String text, int column) {

    enum Kind {
        /// A keyword, type, number or attribute.
        WORD,
        /// `"text"`
        STRING,
        /// `@name`
        GLOBAL,
        /// `%name`
        LOCAL,
        /// `!name` and `!7`; the text of a `!` before `{` is empty.
        METADATA,
        /// `!"text"`
        METADATA_STRING,
        /// One of `( ) [ ] { } < > , = * : | $`
        SIGN
    }

    boolean is(Kind of, String what) {
        return kind == of && text.equals(what);
    }

    boolean isSign(String sign) {
        return is(Kind.SIGN, sign);
    }

    boolean isWord(String word) {
        return is(Kind.WORD, word);
    }

    /// The change of the bracket depth by this token.
    int nesting() {
        return kind != Kind.SIGN
                ? 0
                : switch (text) {
                    case "(", "[", "{", "<" -> 1;
                    case ")", "]", "}", ">" -> -1;
                    default -> 0;
                };
    }
}
