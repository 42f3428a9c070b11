package org.offloadtck.object.ir;

/// A position in a text.
///
/// @param offset in bytes from the start of the file
/// @param line from 1
/// @param column from 1, in bytes
public record TextPosition(int offset, int line, int column) {

    /// The first character of a file.
    public static final TextPosition START = new TextPosition(0, 1, 1);

    @Override
    public String toString() {
        return "line %d, column %d".formatted(line, column);
    }
}
