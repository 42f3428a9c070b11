package org.offloadtck.ptx.ir;

import java.util.List;

/// The source line that an instruction was compiled from, as `.loc` states it.
public sealed interface DebugLocation {

    /// No `.loc` precedes the instruction in its function.
    enum Unknown implements DebugLocation {
        UNKNOWN
    }

    /// A line of a source file.
    ///
    /// @param file as the `.file` directive of the module spells it, or its number if there is none
    /// @param line counted from 1; 0 if the compiler states no line
    /// @param inlined the chain of inlined calls that the line is in, innermost first; empty if it
    ///   was not inlined
    record SourceLine(String file, int line, int column, List<InlinedCall> inlined)
            implements DebugLocation {

        public SourceLine {
            inlined = List.copyOf(inlined);
        }

        /// A line that was not inlined.
        public SourceLine(String file, int line, int column) {
            this(file, line, column, List.of());
        }

        /// `a.cpp:7:3`, without the inlined calls.
        @Override
        public String toString() {
            return file + ":" + line + ":" + column;
        }
    }

    /// A call that was inlined.
    ///
    /// @param function the callee, by the name in `.debug_str`; the label of the name if there is
    ///   no such string
    /// @param file the file of the call, as in [SourceLine]
    /// @param line counted from 1
    record InlinedCall(String function, String file, int line, int column) {}
}
