package org.offloadtck.ptx.ir;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// An operand of an instruction.
public sealed interface Operand
        permits Operand.Destination,
                Operand.Negated,
                Operand.Minus,
                Operand.Part,
                Operand.Memory,
                Operand.Indexed,
                Operand.Address,
                Immediate,
                SpecialRegister {

    /// The name of the symbol of the module whose address or memory it is; empty if it is of none.
    default Optional<String> symbolName() {
        return switch (this) {
            case Address(PtxSymbol.Global(var name), _) -> Optional.of(name);
            case Memory(PtxSymbol.Global(var name), _) -> Optional.of(name);
            case Indexed(PtxSymbol.Global(var name), _) -> Optional.of(name);
            case Address _,
                    Memory _,
                    Indexed _,
                    Destination _,
                    Negated _,
                    Minus _,
                    Part _,
                    Immediate _,
                    SpecialRegister _ ->
                    Optional.empty();
        };
    }

    /// Visits this operand, and the elements of a vector and the coordinates of an address.
    default void visit(Consumer<Operand> visitor) {
        visitor.accept(this);
        switch (this) {
            case Vector(var elements) -> elements.forEach(each -> each.visit(visitor));
            case Indexed(_, var coordinates) -> coordinates.forEach(each -> each.visit(visitor));
            case Pair _,
                    Register _,
                    Sink _,
                    Negated _,
                    Minus _,
                    Part _,
                    Memory _,
                    Address _,
                    Immediate _,
                    SpecialRegister _ -> {}
        }
    }

    /// An operand that receives a result.
    sealed interface Destination extends Operand permits Register, Sink, Vector, Pair {}

    /// The base of the address of a [Memory] operand.
    sealed interface Base permits Register, PtxSymbol, Absolute {}

    /// Address 0: `[16]` is [#ABSOLUTE] with offset 16.
    enum Absolute implements Base {
        ABSOLUTE
    }

    /// `_`: discards the result.
    enum Sink implements Destination {
        SINK
    }

    /// `{a, b, …}`: registers, numbers or sinks, one for each element.
    record Vector(List<Operand> elements) implements Destination {

        public Vector {
            elements = List.copyOf(elements);
        }
    }

    /// `d|p`: two results, whose meaning depends on the instruction.
    record Pair(Operand first, Operand second) implements Destination {}

    /// `!p`
    record Negated(Register predicate) implements Operand {}

    /// `-a`, `-a.h1`: an operand of `vmad` whose product or sum is subtracted (PTX ISA §9.7.16).
    ///
    /// @param operand a register or a part of one
    record Minus(Operand operand) implements Operand {}

    /// `%r.h1`, `%r.b3210`: bytes or halves of a register, in video instructions (PTX ISA §9.7.16).
    ///
    /// @param selector with the letter and without the dot: `b3210`
    record Part(Register register, String selector) implements Operand {}

    /// `[base + offset]`, offset in bytes.
    record Memory(Base base, long offset) implements Operand {}

    /// `[base, {x, y}]`: the address of texture, surface and tensor instructions.
    record Indexed(Base base, List<Operand> coordinates) implements Operand {

        public Indexed {
            coordinates = List.copyOf(coordinates);
        }
    }

    /// `symbol + offset` outside brackets: the address as a value, in the space of the symbol; for
    /// a function, the address that an indirect call takes.
    record Address(PtxSymbol symbol, long offset) implements Operand {}
}
