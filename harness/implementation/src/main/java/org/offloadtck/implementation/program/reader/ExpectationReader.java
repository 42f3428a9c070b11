package org.offloadtck.implementation.program.reader;

import static org.offloadtck.implementation.program.reader.ProgramReader.expression;

import java.util.LinkedHashMap;
import java.util.Map;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.expression.Expression;
import org.offloadtck.implementation.program.Expectation;
import org.offloadtck.implementation.program.Expectation.TestCase;
import org.offloadtck.implementation.program.Expectation.Tolerance;
import org.offloadtck.implementation.program.TranslationUnit;

/// Reads the inputs and expected results: `expected`, `cases`, `tolerance`.
final class ExpectationReader {

    private final Fields root;
    private final TranslationUnit unit;

    ExpectationReader(Fields root, TranslationUnit unit) {
        this.root = root;
        this.unit = unit;
    }

    Expectation read() {
        if (!root.has("expected") && !root.has("cases")) {
            return Expectation.NONE;
        }
        var results = root.fields("expected", this::rules);
        var cases = root.rows("cases", this::testCase);
        if (results.isEmpty() || cases.isEmpty()) {
            throw root.wrong(
                    "there are %d results and %d cases when there should be one of each at least"
                            .formatted(results.size(), cases.size()));
        }
        return new Expectation(results, cases, root.fields("tolerance", this::tolerances));
    }

    private TestCase testCase(Fields row) {
        return new TestCase(row.text("name"), row.fields("inputs", this::rules));
    }

    /// Rules by buffer.
    private Map<String, Expression> rules(Fields fields) {
        var rules = new LinkedHashMap<String, Expression>();
        for (var name : fields.names()) {
            if (unit.buffers().stream().noneMatch(buffer -> buffer.name().equals(name))) {
                throw fields.wrong(
                        "key is %s when it should be one of the buffers".formatted(name));
            }
            rules.put(name, expression(fields, name));
        }
        return rules;
    }

    private Map<String, Tolerance> tolerances(Fields fields) {
        var tolerances = new LinkedHashMap<String, Tolerance>();
        for (var triple : fields.names()) {
            tolerances.put(triple, fields.fields(triple, ExpectationReader::tolerance));
        }
        return tolerances;
    }

    private static Tolerance tolerance(Fields row) {
        long ulp = row.number("ulp");
        if (ulp < 0) {
            throw row.wrong("ulp is %d when it should be 0 or more".formatted(ulp));
        }
        return new Tolerance(ulp, row.text("source"));
    }
}
