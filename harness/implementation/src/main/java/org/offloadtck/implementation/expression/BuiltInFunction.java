package org.offloadtck.implementation.expression;

import java.util.Optional;
import java.util.stream.Stream;

/// A function that an expression can call.
enum BuiltInFunction {
    /// Conversions as C's casts; a real outside the range of an integer type becomes the nearest
    /// value.
    I32("i32", 1),
    I64("i64", 1),
    F32("f32", 1),
    F64("f64", 1),
    /// `complex(re, im)`: two `f32` make a `complex64`, anything else a `complex128`.
    COMPLEX("complex", 2),
    RE("re", 1),
    IM("im", 1),
    /// The first argument unless the second is less; the type is the chosen argument's.
    MIN("min", 2),
    MAX("max", 2),
    /// The square root of a real, rounded to nearest even.
    SQRT("sqrt", 1),
    /// The exponential of a real: of an `f64` within 1 ulp, of an `f32` the nearest `f32` to that.
    EXP("exp", 1),
    /// `random(seed)`: an `f64` in [0, 1), the `i`-th of the SplitMix64 sequence of an integer
    /// seed.
    RANDOM("random", 1),
    /// `random_at(seed, index)`: as [#RANDOM], at an index of its own.
    RANDOM_AT("random_at", 2);

    private final String spelling;
    private final int arity;

    BuiltInFunction(String spelling, int arity) {
        this.spelling = spelling;
        this.arity = arity;
    }

    static Optional<BuiltInFunction> of(String spelling) {
        return Stream.of(values())
                .filter(function -> function.spelling.equals(spelling))
                .findFirst();
    }

    int arity() {
        return arity;
    }

    @Override
    public String toString() {
        return spelling;
    }
}
