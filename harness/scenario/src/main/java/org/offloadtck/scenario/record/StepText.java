package org.offloadtck.scenario.record;

import io.cucumber.plugin.event.DataTableArgument;
import io.cucumber.plugin.event.DocStringArgument;
import io.cucumber.plugin.event.PickleStepTestStep;
import java.util.ArrayList;
import java.util.List;

/// The words of a step as its scenario has them, with the values of its example.
final class StepText {

    private StepText() {}

    /// Whether the step states an outcome: `Then`, and `And` or `But` after it.
    static boolean isOutcome(PickleStepTestStep step) {
        return step.getStep().getKeyword().strip().equals("Then");
    }

    /// The step, with the table or text below it.
    static String of(PickleStepTestStep step) {
        var lines = new ArrayList<String>();
        lines.add(step.getStep().getKeyword() + step.getStep().getText());
        switch (step.getStep().getArgument()) {
            case DataTableArgument table -> table.cells().forEach(row -> lines.add(line(row)));
            case DocStringArgument text -> text.getContent().lines().forEach(lines::add);
            case null, default -> {}
        }
        return String.join("\n", lines);
    }

    private static String line(List<String> row) {
        return "| %s |".formatted(String.join(" | ", row));
    }
}
