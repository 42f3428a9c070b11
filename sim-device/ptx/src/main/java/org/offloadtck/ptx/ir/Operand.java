package org.offloadtck.ptx.ir;

import java.util.List;

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
