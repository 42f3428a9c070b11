package org.offloadtck.implementation.expression;

import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementValue;

/// Computes the value of a term of one expression.
final class ExpressionEvaluation {

    private final ExpressionText expression;

    ExpressionEvaluation(ExpressionText expression) {
        this.expression = expression;
    }

    ElementValue of(Term term, ExpressionScope scope) {
        return switch (term) {
            case Term.Literal(var value) -> value;
            case Term.Name name -> named(name, scope);
            case Term.Element(var buffer, var index, int column) ->
                    array(buffer, column, scope).at(index(index, buffer, column, scope));
            case Term.OrderStatistic(var buffer, var index, int column) ->
                    sorted(buffer, column, scope)
                            .get(Math.toIntExact(index(index, buffer, column, scope)));
            case Term.Negation(var operand, int column) ->
                    new Arithmetic(expression, column).negate(of(operand, scope));
            case Term.Complement(var operand, int column) ->
                    new Arithmetic(expression, column).complement(of(operand, scope));
            case Term.Binary(var operator, var left, var right, int column) ->
                    new Arithmetic(expression, column)
                            .apply(operator, of(left, scope), of(right, scope));
            case Term.Conditional(var condition, var ifNonZero, var ifZero, int column) ->
                    integer(condition, column, scope) != 0
                            ? of(ifNonZero, scope)
                            : of(ifZero, scope);
            case Term.Call call -> call(call, scope);
            case Term.Sum sum -> sum(sum, scope);
            case Term.Iteration iteration -> iterated(iteration, scope);
        };
    }

    private ElementValue named(Term.Name name, ExpressionScope scope) {
        return scope.value(name.name())
                .orElseGet(() ->
                        switch (name.name()) {
                            case "infinity" -> new ElementValue.F64(Double.POSITIVE_INFINITY);
                            case "nan" -> new ElementValue.F64(Double.NaN);
                            case String unknown ->
                                    throw expression.malformed(
                                            name.column(),
                                            "name is %s when it should be a constant or i"
                                                    .formatted(unknown));
                        });
    }

    private ElementArray array(String buffer, int column, ExpressionScope scope) {
        return scope.array(buffer)
                .orElseThrow(() ->
                        expression.malformed(
                                column, "name is %s when it should be a buffer".formatted(buffer)));
    }

    private long index(Term term, String buffer, int column, ExpressionScope scope) {
        long count = array(buffer, column, scope).count();
        long index = integer(term, column, scope);
        if (index < 0 || index >= count) {
            throw expression.malformed(
                    column, "index is %d when %s has %d elements".formatted(index, buffer, count));
        }
        return index;
    }

    private List<ElementValue> sorted(String buffer, int column, ExpressionScope scope) {
        var array = array(buffer, column, scope);
        var conversion = new TypeConversion(expression, column);
        return LongStream.range(0, array.count())
                .mapToObj(array::at)
                .sorted(Comparator.comparingLong(conversion::integer))
                .toList();
    }

    private ElementValue call(Term.Call call, ExpressionScope scope) {
        var conversion = new TypeConversion(expression, call.column());
        var arguments = call.arguments().stream().map(argument -> of(argument, scope)).toList();
        var first = arguments.getFirst();
        var last = arguments.getLast();
        return switch (call.function()) {
            case I32 -> conversion.i32(first);
            case I64 -> conversion.i64(first);
            case F32 -> conversion.f32(first);
            case F64 -> conversion.f64(first);
            case COMPLEX -> conversion.complex(first, last);
            case RE -> conversion.realPart(first);
            case IM -> conversion.imaginaryPart(first);
            case MIN -> first(BinaryOperator.LESS_OR_EQUAL, first, last, call) ? first : last;
            case MAX -> first(BinaryOperator.GREATER_OR_EQUAL, first, last, call) ? first : last;
            case SQRT -> conversion.squareRoot(first);
            case EXP -> conversion.exponential(first);
            case RANDOM -> {
                var index = named(new Term.Name("i", call.column()), scope);
                long seed = conversion.integer(first);
                yield new ElementValue.F64(SplitMix64.unit(seed, conversion.integer(index)));
            }
            case RANDOM_AT ->
                    new ElementValue.F64(
                            SplitMix64.unit(conversion.integer(first), conversion.integer(last)));
        };
    }

    private boolean first(
            BinaryOperator order, ElementValue left, ElementValue right, Term.Call call) {
        var arithmetic = new Arithmetic(expression, call.column());
        return arithmetic.apply(order, left, right) instanceof ElementValue.I32(int holds)
                && holds != 0;
    }

    private ElementValue sum(Term.Sum sum, ExpressionScope scope) {
        long from = integer(sum.from(), sum.column(), scope);
        long to = integer(sum.to(), sum.column(), scope);
        if (from >= to) {
            throw expression.malformed(
                    sum.column(),
                    "sum runs from %d to before %d when it should have a term".formatted(from, to));
        }
        var arithmetic = new Arithmetic(expression, sum.column());
        var total = of(sum.body(), scope.with(sum.variable(), new ElementValue.I64(from)));
        for (long k = from + 1; k < to; k++) {
            var term = of(sum.body(), scope.with(sum.variable(), new ElementValue.I64(k)));
            total = arithmetic.apply(BinaryOperator.ADD, total, term);
        }
        return total;
    }

    private ElementValue iterated(Term.Iteration iteration, ExpressionScope scope) {
        long count = integer(iteration.count(), iteration.column(), scope);
        var value = of(iteration.start(), scope);
        for (long k = 0; k < count; k++) {
            value = of(iteration.step(), scope.with(iteration.variable(), value));
        }
        return value;
    }

    private long integer(Term term, int column, ExpressionScope scope) {
        return new TypeConversion(expression, column).integer(of(term, scope));
    }
}
