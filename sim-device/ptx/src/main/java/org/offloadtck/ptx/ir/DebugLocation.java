package org.offloadtck.ptx.ir;

import java.util.List;

/// The line of the program that an instruction was compiled from, as `.loc` states it.
public sealed interface DebugLocation {

    /// No `.loc` precedes the instruction in its function.
    enum Unknown implements DebugLocation {
        UNKNOWN
    }

    /// A line of a source file.
    ///
    /// @param file as the module's `.file` directive spells it, or its number when there is none
    /// @param line counted from 1; 0 when the compiler names no line
    /// @param inlined the calls that were inlined to bring the line here, the innermost first
    record SourceLine(String file, int line, int column, List<InlinedCall> inlined)
            implements DebugLocation {

        public SourceLine {
            inlined = List.copyOf(inlined);
        }

        /// A line of the function it was written in.
        public SourceLine(String file, int line, int column) {
            this(file, line, column, List.of());
        }

        /// `a.cpp:7:3`, without what it was inlined into.
        @Override
        public String toString() {
            return file + ":" + line + ":" + column;
        }
    }

    /// A call that was inlined.
    ///
    /// @param function what was called, as the object file spells it; its label when no
    ///   `.debug_str` tells
    /// @param file where the call is written, as of a [SourceLine]
    /// @param line counted from 1
    record InlinedCall(String function, String file, int line, int column) {}
}
