package org.offloadtck.implementation.expression;

import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;

/// A rule that yields a value, for each element of a buffer or once.
public final class Expression {

    private final ExpressionText text;
    private final Term term;

    private Expression(ExpressionText text, Term term) {
        this.text = text;
        this.term = term;
    }

    /// Parses `text`, the value of `key` in the file `source`.
    ///
    /// @throws DataException naming the column
    public static Expression parse(String source, String key, String text) {
        var written = new ExpressionText(source, key, text);
        return new Expression(written, new ExpressionParser(written).parse());
    }

    /// The value in `scope`.
    ///
    /// @throws DataException for undefined names, operands of the wrong type, divisions of integers
    ///   by zero, and elements that do not exist
    public ElementValue evaluate(ExpressionScope scope) {
        return new ExpressionEvaluation(text).of(term, scope);
    }

    /// The value in `scope`, which must be an integer.
    public long integer(ExpressionScope scope) {
        return switch (evaluate(scope)) {
            case ElementValue.I32(int value) -> value;
            case ElementValue.I64(long value) -> value;
            case ElementValue other ->
                    throw malformed(
                            "value is %s when it should be an integer".formatted(other.type()));
        };
    }

    /// An array of `count` elements of `type`. Each element is the value with its index as `i`.
    public ElementArray elements(ElementType type, int count, ExpressionScope scope) {
        return ElementArray.fill(type, count, i -> element(type, i, scope));
    }

    private ElementValue element(ElementType type, long index, ExpressionScope scope) {
        var value = evaluate(scope.with("i", new ElementValue.I32(Math.toIntExact(index))));
        if (value.type() != type) {
            throw malformed("value is %s when the elements are %s".formatted(value.type(), type));
        }
        return value;
    }

    private DataException malformed(String problem) {
        return text.malformed(1, problem);
    }

    /// The text of the expression.
    @Override
    public String toString() {
        return text.text();
    }
}
