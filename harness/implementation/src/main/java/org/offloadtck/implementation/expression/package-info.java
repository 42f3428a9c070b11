/// The arithmetic a corpus program is described with: inputs by rule, expected results by rule.
///
/// An [Expression] is parsed once and evaluated element by element in a [ExpressionScope] that
/// names the index `i`, the program's constants and the initial contents of its buffers:
///
/// ```
/// expression  = binary [ "?" expression ":" expression ]
/// binary      = unary { operator unary }              operators and precedence as in C
/// unary       = { "-" | "~" } primary
/// primary     = number | name | name "[" expression "]" | function "(" expression { "," expression } ")"
///             | "sum" "(" name "," expression "," expression "," expression ")" | "(" expression ")"
/// number      = integer | real | real "f"             decimal or hexadecimal, as in Java
/// ```
///
/// The rule: a value has one of six types, and arithmetic is what C without contraction does with
/// them, bit for bit: `int` and `long` wrap, `float` and `double` are IEEE 754 rounded to nearest
/// even, complex products recover infinities as C11 Annex G says. Where C and C++ would convert a
/// real to a complex number, the expression has to say so: the two languages differ in signed zeros
/// there.
///
/// Start at [Expression#parse] and [Arithmetic].
@NullMarked
package org.offloadtck.implementation.expression;

import org.jspecify.annotations.NullMarked;
