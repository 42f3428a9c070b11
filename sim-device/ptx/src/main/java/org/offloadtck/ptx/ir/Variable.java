package org.offloadtck.ptx.ir;

import java.util.List;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// A named piece of memory: module-scope variable, function-scope variable or parameter.
///
/// @param alignment in bytes; the element's size where no `.align` is written
/// @param width how many elements of `type` an array element has: 1, or 2, 4, 8 for `.v2` …
/// @param dimensions of an array, outermost first; empty for a scalar; 0 stands for `[]`
/// @param initial values by element; elements not mentioned are zero
/// @param span of the name
public record Variable(
        PtxLinkage linkage,
        StateSpace space,
        int alignment,
        int width,
        PtxType type,
        String name,
        List<Long> dimensions,
        List<Initial> initial,
        TextSpan span) {

    public Variable {
        dimensions = List.copyOf(dimensions);
        initial = List.copyOf(initial);
    }

    /// Size in bytes; 0 for an array of unstated size. The parser refuses what overflows a `long`.
    public long size() {
        long size = (long) type.bytes() * width;
        for (long dimension : dimensions) {
            size = Math.multiplyExact(size, dimension);
        }
        return size;
    }

    /// One value of an initialiser.
    ///
    /// @param element which element of `type`, counted from the start of the variable
    public record Initial(long element, Value value) {}

    /// What an initialiser puts into an element.
    public sealed interface Value {

        /// A number; its bits are those of the variable's type.
        record Constant(Immediate immediate) implements Value {}

        /// The address of a variable or function.
        ///
        /// @param addressing whether the address is generic or in the symbol's own space
        /// @param mask selects one byte of the address, as `0xff00(symbol)` does (PTX ISA §5.4.4);
        ///   -1 takes it whole
        record Address(String symbol, long offset, Addressing addressing, long mask)
                implements Value {}

        enum Addressing {
            /// `generic(symbol)`
            GENERIC,
            /// `symbol`: the offset in its space
            IN_SPACE
        }
    }
}
