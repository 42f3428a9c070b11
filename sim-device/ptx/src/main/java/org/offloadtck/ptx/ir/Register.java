package org.offloadtck.ptx.ir;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// A virtual register of one function.
///
/// Registers of the same name in different scopes are different registers; the index identifies a
/// register.
///
/// @param name as written, with its `%`; elements of a vector register end in `.x` … `.w`
/// @param index its index in [Body#registers]
public record Register(String name, PtxType type, int index)
        implements Operand.Destination, Operand.Base {

    /// The names of the registers that a declaration makes: one for each element of a vector.
    ///
    /// @param width number of elements; 1 for a scalar
    public static List<String> elementNames(String name, int width) {
        return width == 1
                ? List.of(name)
                : IntStream.range(0, width).mapToObj(i -> name + suffix(i)).toList();
    }

    private static String suffix(int element) {
        return "." + (element < 4 ? "xyzw".substring(element, element + 1) : element);
    }
}
