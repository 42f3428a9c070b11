package org.offloadtck.implementation.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.expression.Expression;
import org.offloadtck.implementation.expression.ExpressionScope;

/// The inputs and the expected results of a program.
///
/// @param results by buffer, the rule of each element over the initial values
/// @param tolerances by triple of the device code
public record Expectation(
        Map<String, Expression> results, List<TestCase> cases, Map<String, Tolerance> tolerances) {

    /// The expectation of a program that is compiled and never run.
    public static final Expectation NONE = new Expectation(Map.of(), List.of(), Map.of());

    public Expectation {
        results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
        cases = List.copyOf(cases);
        tolerances = Map.copyOf(tolerances);
    }

    /// Named inputs.
    ///
    /// @param inputs by buffer, the rule of each element; other buffers have the initial values of
    ///   the program
    public record TestCase(String name, Map<String, Expression> inputs) {

        public TestCase {
            inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        }

        /// The initial contents of every buffer of `unit`, by name.
        public Map<String, ElementArray> initial(TranslationUnit unit) {
            var contents = new LinkedHashMap<String, ElementArray>();
            for (var buffer : unit.buffers()) {
                var rule = inputs.get(buffer.name());
                contents.put(
                        buffer.name(),
                        rule == null
                                ? buffer.initialElements()
                                : rule.elements(buffer.element(), buffer.count(), unit.scope()));
            }
            return Collections.unmodifiableMap(contents);
        }
    }

    /// The greatest permitted distance of a device's result from the expected one.
    ///
    /// @param ulp units in the last place, 0 for equal bits
    /// @param source the document that specifies it
    public record Tolerance(long ulp, String source) {}

    /// The test case `name`.
    public Optional<TestCase> testCase(String name) {
        return cases.stream().filter(testCase -> testCase.name().equals(name)).findFirst();
    }

    /// The tolerance for results of code for `triple`, in units in the last place; 0 for a target
    /// without one.
    public long ulpLimit(String triple) {
        var tolerance = tolerances.get(triple);
        return tolerance == null ? 0 : tolerance.ulp();
    }

    /// The expected final contents of each buffer that has a rule, by name.
    public Map<String, ElementArray> expected(
            TranslationUnit unit, Map<String, ElementArray> initial) {
        var scope = new ExpressionScope.Program(unit.constants(), initial);
        var contents = new LinkedHashMap<String, ElementArray>();
        results.forEach((name, rule) -> {
            var buffer = unit.buffer(name);
            contents.put(name, rule.elements(buffer.element(), buffer.count(), scope));
        });
        return Collections.unmodifiableMap(contents);
    }
}
