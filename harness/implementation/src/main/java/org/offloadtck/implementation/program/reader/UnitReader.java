package org.offloadtck.implementation.program.reader;

import static org.offloadtck.implementation.program.reader.ProgramReader.expression;
import static org.offloadtck.implementation.program.reader.ProgramReader.flags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.element.ElementValue;
import org.offloadtck.implementation.expression.ExpressionScope;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.IndirectFunction;
import org.offloadtck.implementation.program.RequiresClause;
import org.offloadtck.implementation.program.TargetRegion;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.implementation.program.VirtualTable;

/// Reads the translation unit: `constants`, `requires`, `buffers`, `tables`, `functions`,
/// `regions`, `host`.
final class UnitReader {

    private final Fields root;
    private final Map<String, ElementValue> constants = new LinkedHashMap<>();
    private final Map<String, Buffer> buffers = new LinkedHashMap<>();
    private final List<TargetRegion> regions = new ArrayList<>();

    UnitReader(Fields root) {
        this.root = root;
    }

    TranslationUnit read() {
        readConstants();
        readBuffers();
        regions.addAll(root.rows("regions", row -> new TargetRegion(row.text("kernel"))));
        var operations = new OperationReader(root.text("source"), buffers, regions, scope());
        return new TranslationUnit(
                constants,
                flags(root, "requires", RequiresClause.class),
                List.copyOf(buffers.values()),
                tables(),
                functions(),
                regions,
                operations.read(root.rows("host")));
    }

    /// A constant may use earlier ones.
    private void readConstants() {
        if (root.has("constants")) {
            root.fields(
                    "constants",
                    fields -> {
                        fields.names()
                                .forEach(name ->
                                        constants.put(
                                                name, expression(fields, name).evaluate(scope())));
                        return constants;
                    });
        }
    }

    private void readBuffers() {
        root.fields(
                "buffers",
                all -> {
                    all.names()
                            .forEach(name ->
                                    buffers.put(
                                            name,
                                            all.fields(
                                                    name,
                                                    fields ->
                                                            new BufferReader(name, fields, scope())
                                                                    .read())));
                    return buffers;
                });
    }

    private List<VirtualTable> tables() {
        return root.has("tables") ? root.rows("tables", UnitReader::table) : List.of();
    }

    private static VirtualTable table(Fields row) {
        return new VirtualTable(row.text("symbol"), row.text("entry"), row.number("bytes"));
    }

    private List<IndirectFunction> functions() {
        return root.has("functions")
                ? root.rows(
                        "functions",
                        row -> new IndirectFunction(row.text("symbol"), row.text("indirect")))
                : List.of();
    }

    private ExpressionScope scope() {
        return new ExpressionScope.Program(constants, Map.of());
    }
}
