/// What PTX arithmetic computes, lane by lane.
///
/// A value is a `long` that holds the bits of a register, zero-extended; a function takes and
/// returns such values or the Java types they stand for. The one rule: a result is the same on
/// every host, bit for bit, so only IEEE-exact Java operations and `StrictMath` are used, and a NaN
/// that an operation makes is always the same NaN ([Floats]).
///
/// Section numbers are those of the *PTX ISA*, release 9.0. Start at [Integers], [Floats] and
/// [Conversions].
@NullMarked
package org.offloadtck.engine.semantics;

import org.jspecify.annotations.NullMarked;
