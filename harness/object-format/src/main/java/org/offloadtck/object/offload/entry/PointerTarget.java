package org.offloadtck.object.offload.entry;

/// What a pointer in an object file stands for.
public sealed interface PointerTarget {

    /// The null pointer.
    record Null() implements PointerTarget {}

    /// The address of a symbol, or of a section where the symbol is the section's own, and an
    /// offset.
    ///
    /// @param addend in bytes
    record ToSymbol(String symbol, long addend) implements PointerTarget {}

    /// An address at which no symbol is known.
    record ToAddress(long address) implements PointerTarget {}

    /// The pointer in reports: `gto`, `.data+0x10`, `0x8038` or `null`.
    default String label() {
        return switch (this) {
            case Null() -> "null";
            case ToSymbol(var symbol, var addend) ->
                    addend == 0 ? symbol : "%s+0x%x".formatted(symbol, addend);
            case ToAddress(var address) -> "0x%x".formatted(address);
        };
    }
}
