package org.offloadtck.linker.resolution;

import org.offloadtck.object.elf.model.Symbol;

/// The definition of a symbol.
public sealed interface ResolvedSymbol {

    /// A place in a section of an input.
    record InSection(HostObject object, int section, Symbol symbol) implements ResolvedSymbol {}

    /// A number that does not depend on the layout.
    record Absolute(HostObject object, Symbol symbol) implements ResolvedSymbol {}

    /// A common symbol: zeroed memory with the largest size and alignment that any object requests.
    ///
    /// @param symbol the largest one
    /// @param alignment in bytes
    record Common(HostObject object, Symbol symbol, long alignment) implements ResolvedSymbol {

        Common orLarger(Common other) {
            var largest = other.symbol.size() > symbol.size() ? other : this;
            return new Common(largest.object, largest.symbol, Math.max(alignment, other.alignment));
        }
    }

    /// An imported symbol.
    record Imported(String name, long address) implements ResolvedSymbol {}

    /// An edge of an output section, defined by the linker because an input refers to it.
    record Boundary(String name, String section, Edge edge) implements ResolvedSymbol {}

    /// An undefined weak symbol, or row 0 of a symbol table: the number 0.
    record Missing() implements ResolvedSymbol {}

    enum Edge {
        START,
        STOP
    }

    /// The precedence of definitions. The definition of the greater strength wins, the first of
    /// equal strength. Two strong definitions are an error.
    ///
    /// @see "System V ABI, generic ABI, chapter 4, Symbol Table (STB_GLOBAL, STB_WEAK, SHN_COMMON)"
    enum Strength {
        WEAK,
        COMMON,
        STRONG
    }

    default Strength strength() {
        return switch (this) {
            case InSection(_, _, var symbol) -> strength(symbol);
            case Absolute(_, var symbol) -> strength(symbol);
            case Common _ -> Strength.COMMON;
            case Imported _, Boundary _, Missing _ -> Strength.WEAK;
        };
    }

    private static Strength strength(Symbol symbol) {
        return symbol.isWeak() ? Strength.WEAK : Strength.STRONG;
    }

    /// The defining file and section, for diagnostics: `b.o(.text)`.
    default String provenance() {
        return switch (this) {
            case InSection(var object, var section, _) ->
                    "%s(%s)".formatted(object, object.section(section).name());
            case Absolute(var object, _) -> object.source();
            case Common(var object, _, _) -> object.source();
            case Imported _ -> "an import";
            case Boundary _, Missing _ -> "the linker";
        };
    }

    /// The name in diagnostics: `symbol f`, or a section for a symbol without a name.
    default String label() {
        return switch (this) {
            case InSection(_, _, var symbol) ->
                    symbol.name().isEmpty() ? provenance() : "symbol " + symbol.name();
            case Absolute(_, var symbol) -> "symbol " + symbol.name();
            case Common(_, var symbol, _) -> "symbol " + symbol.name();
            case Imported(var name, _) -> "import " + name;
            case Boundary(var name, _, _) -> "symbol " + name;
            case Missing _ -> "an undefined weak symbol";
        };
    }
}
