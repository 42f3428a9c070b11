package org.offloadtck.object.offload.entry;

/// The target of a pointer in an object file.
public sealed interface PointerTarget {

    /// The null pointer.
    record Null() implements PointerTarget {}

    /// An offset from the address of a symbol, or of a section if the symbol is a section symbol.
    ///
    /// @param addend in bytes
    record ToSymbol(String symbol, long addend) implements PointerTarget {}

    /// An address at which no symbol is known.
    record ToAddress(long address) implements PointerTarget {}

    /// The name of the target in reports: `gto`, `.data+0x10`, `0x8038` or `null`.
    default String label() {
        return switch (this) {
            case Null() -> "null";
            case ToSymbol(var symbol, var addend) ->
                    addend == 0 ? symbol : "%s+0x%x".formatted(symbol, addend);
            case ToAddress(var address) -> "0x%x".formatted(address);
        };
    }
}
