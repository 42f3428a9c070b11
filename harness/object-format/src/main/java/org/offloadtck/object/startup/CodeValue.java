package org.offloadtck.object.startup;

import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// A 64-bit value in a register or a pointer, as far as a file shows it.
public sealed interface CodeValue {

    /// A value that the decoded instructions do not determine.
    record Unknown() implements CodeValue {}

    /// The value that a register had when the function was entered.
    record Incoming() implements CodeValue {}

    /// A number that is no address of the file.
    record Constant(long value) implements CodeValue {}

    /// The address of a byte of the file.
    record Place(SectionOffset place) implements CodeValue {}

    /// An offset from a symbol that another file or the linker defines.
    ///
    /// @param addend in bytes
    record Imported(String symbol, long addend) implements CodeValue {}

    /// Whether the value is the address of `symbol`, which another file or the linker defines.
    default boolean isImport(String symbol) {
        return equals(new Imported(symbol, 0));
    }
}
