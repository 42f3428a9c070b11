package org.offloadtck.implementation.expression;

import java.util.Map;
import java.util.Optional;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementValue;

/// The names of an expression and their values.
public sealed interface ExpressionScope {

    Optional<ElementValue> value(String name);

    Optional<ElementArray> array(String name);

    /// This scope with `name` bound to `value`; an earlier binding is hidden.
    default ExpressionScope with(String name, ElementValue value) {
        return new Binding(name, value, this);
    }

    /// The names for all elements of a program: its constants and its buffers' contents.
    record Program(Map<String, ElementValue> constants, Map<String, ElementArray> buffers)
            implements ExpressionScope {

        public Program {
            constants = Map.copyOf(constants);
            buffers = Map.copyOf(buffers);
        }

        @Override
        public Optional<ElementValue> value(String name) {
            return Optional.ofNullable(constants.get(name));
        }

        @Override
        public Optional<ElementArray> array(String name) {
            return Optional.ofNullable(buffers.get(name));
        }
    }

    /// A further name: the index `i`, or the variable of a sum or an iteration.
    record Binding(String name, ElementValue bound, ExpressionScope outer)
            implements ExpressionScope {

        @Override
        public Optional<ElementValue> value(String wanted) {
            return wanted.equals(name) ? Optional.of(bound) : outer.value(wanted);
        }

        @Override
        public Optional<ElementArray> array(String wanted) {
            return outer.array(wanted);
        }
    }
}
