package org.offloadtck.object.ptx;

/// Consecutive characters of one line of a text.
///
/// @param line counted from 1
/// @param column counted from 1, in characters; a tab is one character
/// @param length in characters, at least 1
public record TextSpan(int line, int column, int length) {

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
