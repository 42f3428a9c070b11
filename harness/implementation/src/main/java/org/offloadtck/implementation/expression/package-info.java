/// The expressions of program descriptions: inputs by rule, expected results by rule.
///
/// An [Expression] is parsed once and evaluated for each element in an [ExpressionScope] that binds
/// the index `i`, the program's constants and the initial contents of its buffers:
///
/// ```
/// expression  = binary [ "?" expression ":" expression ]
/// binary      = unary { operator unary }              operators and precedence as in C
/// unary       = { "-" | "~" } primary
/// primary     = number | name | name "[" expression "]" | function "(" expression { "," expression } ")"
///             | "sorted" "(" name "," expression ")"
///             | ( "sum" | "iterate" ) "(" name "," expression "," expression "," expression ")" | "(" expression ")"
/// number      = integer | real | real "f"             decimal or hexadecimal, as in Java
/// ```
///
/// The rule: arithmetic is that of C without contraction, bit for bit. `int` and `long` wrap;
/// `float` and `double` are IEEE 754, rounded to nearest even; complex products recover infinities
/// as in C11 Annex G. There is no implicit conversion of a real to a complex number, because C and
/// C++ differ in signed zeros there.
///
/// Start at [Expression#parse] and [Arithmetic].
@NullMarked
package org.offloadtck.implementation.expression;

import org.jspecify.annotations.NullMarked;
