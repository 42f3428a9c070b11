package org.offloadtck.scenario.record;

import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.conformance.result.ExampleParameter;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ScenarioId;

/// A scenario or an example of an outline, whatever it is run with.
///
/// @param parameters of the example; none for a scenario without examples
public record ExampleOfScenario(ScenarioId id, List<ExampleParameter> parameters) {

    public ExampleOfScenario {
        parameters = List.copyOf(parameters);
    }

    /// What a result is of.
    public static ExampleOfScenario of(Result result) {
        return new ExampleOfScenario(result.identity().scenario(), result.identity().parameters());
    }

    /// The parameters in brackets, after a blank; empty without parameters.
    public String text() {
        return parameters.isEmpty()
                ? ""
                : parameters.stream()
                        .map(each -> each.name() + "=" + each.value())
                        .collect(Collectors.joining(", ", " (", ")"));
    }
}
