package org.offloadtck.ptx.ir;

/// The line of the program that an instruction was compiled from, as `.loc` states it.
public sealed interface Origin {

    /// No `.loc` precedes the instruction in its function.
    enum Unstated implements Origin {
        UNSTATED
    }

    /// A line of a source file.
    ///
    /// @param file as the module's `.file` directive spells it, or its number when there is none
    /// @param line counted from 1; 0 when the compiler names no line
    record SourceLine(String file, int line, int column) implements Origin {

        @Override
        public String toString() {
            return file + ":" + line + ":" + column;
        }
    }
}
