package org.offloadtck.object.ir;

import java.util.List;

/// The initial value of a variable of a module.
public sealed interface ModuleConstant {

    /// An integer.
    ///
    /// @param value signed or unsigned, as the module writes it
    record Scalar(long value) implements ModuleConstant {}

    /// The address of a symbol.
    record Address(String symbol) implements ModuleConstant {}

    /// The bytes of a string, one character per byte.
    record Text(String bytes) implements ModuleConstant {}

    /// An array or structure.
    record Aggregate(List<ModuleConstant> elements) implements ModuleConstant {

        public Aggregate {
            elements = List.copyOf(elements);
        }
    }

    /// The memory of a variable as words of one width, which is the form of PTX.
    ///
    /// @param width of a word, in bytes
    record Words(int width, List<ModuleConstant> words) implements ModuleConstant {

        public Words {
            words = List.copyOf(words);
        }
    }

    /// `zeroinitializer`, `null`, and a PTX variable without initial value.
    record Zero() implements ModuleConstant {}

    /// A value that the readers do not evaluate.
    record Unread() implements ModuleConstant {}
}
