package org.offloadtck.engine.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// Compares what two devices printed for the forms: `CompareResults ACTUAL EXPECTED` prints a line
/// for each form whose results differ, or that only one of them has.
final class CompareResults {

    private CompareResults() {}

    public static void main(String[] words) throws IOException {
        var actual = ResultComparison.results(Files.readString(Path.of(words[0])));
        var expected = ResultComparison.results(Files.readString(Path.of(words[1])));
        int equal = 0;
        var differing = new ArrayList<String>();
        for (var forms : Forms.modules().values()) {
            var operands = new OperandTables(forms);
            for (var form : forms) {
                var left = actual.getOrDefault(form.name(), "");
                var right = expected.getOrDefault(form.name(), "");
                if (left.equals(right)) {
                    equal += left.isEmpty() ? 0 : 1;
                } else if (left.length() != right.length()) {
                    differing.add(form.name() + ": fails or is missing on one side");
                } else {
                    differing.add(
                            form.name() + ": " + ResultComparison.of(form, operands, left, right));
                }
            }
        }
        differing.forEach(System.out::println);
        System.out.printf("%d forms are equal, %d differ%n", equal, differing.size());
    }
}
