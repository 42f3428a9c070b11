package org.offloadtck.ptx.ir;

import java.util.List;

/// What an instruction reads, writes or names.
public sealed interface Operand
        permits Operand.Destination,
                Operand.Negated,
                Operand.Memory,
                Operand.Indexed,
                Operand.Address,
                Immediate,
                SpecialRegister {

    /// What takes a result.
    sealed interface Destination extends Operand permits Register, Sink, Vector, Pair {}

    /// What the address of a [Memory] operand counts from.
    sealed interface Base permits Register, PtxSymbol, Absolute {}

    /// The start of the address space: `[16]` is [#ABSOLUTE] and 16.
    enum Absolute implements Base {
        ABSOLUTE
    }

    /// `_`: the result is not wanted.
    enum Sink implements Destination {
        SINK
    }

    /// `{a, b, …}`: registers, numbers or sinks, one for each element.
    record Vector(List<Operand> elements) implements Destination {

        public Vector {
            elements = List.copyOf(elements);
        }
    }

    /// `d|p`: two results. Which means what is the instruction's affair.
    record Pair(Operand first, Operand second) implements Destination {}

    /// `!p`
    record Negated(Register predicate) implements Operand {}

    /// `[base + offset]`, offset in bytes.
    record Memory(Base base, long offset) implements Operand {}

    /// `[base, {x, y}]`: what texture, surface and tensor instructions address.
    record Indexed(Base base, List<Operand> coordinates) implements Operand {

        public Indexed {
            coordinates = List.copyOf(coordinates);
        }
    }

    /// `symbol + offset` outside brackets: the address itself, in the symbol's own space; of a
    /// function, what an indirect call takes.
    record Address(PtxSymbol symbol, long offset) implements Operand {}
}
