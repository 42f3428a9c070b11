package org.offloadtck.object.ir;

import java.util.List;

/// What a module states about a symbol behind its name.
public sealed interface SymbolContent {

    /// Size of a variable whose type the readers cannot lay out.
    long UNKNOWN_SIZE = -1;

    /// A function.
    ///
    /// @param parameters the type of each, in the words of the language
    record Code(List<String> parameters) implements SymbolContent {

        public Code {
            parameters = List.copyOf(parameters);
        }
    }

    /// A variable.
    ///
    /// @param size in bytes, or [#UNKNOWN_SIZE]
    record Data(long size, ModuleConstant value) implements SymbolContent {}

    /// An alias, or a function of which PTX shows no parameters.
    record Unstated() implements SymbolContent {}
}
