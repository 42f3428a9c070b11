package org.offloadtck.ptx.syntax;

import org.offloadtck.ptx.ir.Span;

/// One word of PTX.
///
/// @param start index of its first character in the text
/// @param end index after its last character
/// @param line counted from 1
/// @param column counted from 1
record Token(TokenKind kind, int start, int end, int line, int column) {

    Span span() {
        return new Span(line, column, Math.max(1, end - start));
    }
}
