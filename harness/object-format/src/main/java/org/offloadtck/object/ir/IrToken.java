package org.offloadtck.object.ir;

/// A token of LLVM IR.
///
/// @param text what it names or says, without its sign and quotation marks, escapes resolved
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
        /// `!name` and `!7`; a `!` before `{` has no text.
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

    /// How much deeper in brackets the tokens after it are.
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
