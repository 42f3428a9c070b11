package org.offloadtck.implementation.expression;

import java.util.List;
import org.offloadtck.implementation.element.ElementValue;

/// A node of a parsed expression. Nodes whose evaluation can fail have the column of their first
/// character, from 1.
sealed interface Term {

    record Literal(ElementValue value) implements Term {}

    /// A constant, the index `i`, the variable of a sum or an iteration, `infinity` or `nan`.
    record Name(String name, int column) implements Term {}

    /// `buffer[index]`: an element's initial value.
    record Element(String buffer, Term index, int column) implements Term {}

    /// `sorted(buffer, index)`: the element at an index of the initial elements in ascending order,
    /// which must be integers.
    record OrderStatistic(String buffer, Term index, int column) implements Term {}

    record Negation(Term operand, int column) implements Term {}

    /// `~operand`.
    record Complement(Term operand, int column) implements Term {}

    record Binary(BinaryOperator operator, Term left, Term right, int column) implements Term {}

    /// Evaluates only the branch that `condition`, an integer, selects.
    record Conditional(Term condition, Term ifNonZero, Term ifZero, int column) implements Term {}

    record Call(BuiltInFunction function, List<Term> arguments, int column) implements Term {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /// `iterate(z, start, count, step)`: `start`, replaced `count` times by `step`, in which `z` is
    /// the value before.
    record Iteration(String variable, Term start, Term count, Term step, int column)
            implements Term {}

    /// `sum(k, from, to, body)`: adds `body` for `k` from `from` to before `to`, in this order,
    /// starting with the first value. An empty sum is an error, because it has no type.
    record Sum(String variable, Term from, Term to, Term body, int column) implements Term {}
}
