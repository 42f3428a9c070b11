/// The semantics of PTX arithmetic for one lane.
///
/// A value is a `long` with the zero-extended bits of a register. Functions take and return such
/// values or the Java types that they represent.
///
/// The one rule: a result is the same on every host, bit for bit. So only IEEE-exact Java
/// operations and `StrictMath` are used, and an operation always produces the same NaN ([Floats]).
///
/// Section numbers are those of the *PTX ISA*, release 9.0. Start at [Integers], [Floats] and
/// [Conversions].
@NullMarked
package org.offloadtck.engine.semantics;

import org.jspecify.annotations.NullMarked;
