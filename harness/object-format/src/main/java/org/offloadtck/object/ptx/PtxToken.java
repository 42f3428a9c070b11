package org.offloadtck.object.ptx;

/// One token of PTX.
///
/// @param start index of its first character in the text
/// @param end index after its last character
/// @param line counted from 1
/// @param column counted from 1
public record PtxToken(TokenKind kind, int start, int end, int line, int column) {

    public TextSpan span() {
        return new TextSpan(line, column, Math.max(1, end - start));
    }
}
