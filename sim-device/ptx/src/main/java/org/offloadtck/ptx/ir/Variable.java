package org.offloadtck.ptx.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// A variable at module scope or function scope, or a parameter.
///
/// @param alignment in bytes; the size of an element if there is no `.align`
/// @param width number of elements of `type` in one array element: 1, or 2, 4, 8 for `.v2`, `.v4`,
///   `.v8`
/// @param dimensions of an array, outermost first; empty for a scalar; 0 stands for `[]`
/// @param initial initial values by element; the other elements are zero
/// @param isManaged whether host and device access it at one address: `.attribute(.managed)` (PTX
///   ISA §5.4.8)
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
        boolean isManaged,
        TextSpan span) {

    public Variable {
        dimensions = List.copyOf(dimensions);
        initial = List.copyOf(initial);
    }

    /// Size in bytes; 0 for an array of unstated size. The parser rejects sizes that overflow a
    /// `long`.
    public long size() {
        long size = (long) type.bytes() * width;
        for (long dimension : dimensions) {
            size = Math.multiplyExact(size, dimension);
        }
        return size;
    }

    /// The type as declarations have it, without alignment and name: `.v2 .f32`, `.b8[16]`.
    public String typeName() {
        return dimensions.stream()
                .map(dimension -> dimension == 0 ? "[]" : "[%d]".formatted(dimension))
                .collect(
                        Collectors.joining(
                                "",
                                (width == 1 ? "" : ".v%d ".formatted(width)) + "." + type.suffix(),
                                ""));
    }

    /// Number of elements that one list of an initialiser holds, by nesting depth, outermost first;
    /// 0 where it is unstated. A vector is the innermost list.
    ///
    /// @param dimensions as of a variable
    /// @param width as of a variable
    public static List<Long> strides(List<Long> dimensions, int width) {
        var strides = new ArrayList<Long>();
        long stride = 1;
        if (width > 1) {
            stride = width;
            strides.add(stride);
        }
        for (long dimension : dimensions.reversed()) {
            stride *= dimension;
            strides.addFirst(stride);
        }
        return strides;
    }

    /// One value of an initialiser.
    ///
    /// @param element index of the element of `type` from the start of the variable
    public record Initial(long element, Value value) {}

    /// The initial value of an element.
    public sealed interface Value {

        /// A constant, read as the type of the variable.
        record Constant(Immediate immediate) implements Value {}

        /// The address of a variable or function.
        ///
        /// @param addressing whether the address is generic or in the space of the symbol
        /// @param mask selects one byte of the address, as in `0xff00(symbol)` (PTX ISA §5.4.4); -1
        ///   selects all of it
        record Address(String symbol, long offset, Addressing addressing, long mask)
                implements Value {}

        enum Addressing {
            /// `generic(symbol)`
            GENERIC,
            /// `symbol`: the address in its own space
            IN_SPACE
        }
    }
}
