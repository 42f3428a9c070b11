package org.offloadtck.implementation.program;

import static org.offloadtck.implementation.program.ProgramReader.choice;
import static org.offloadtck.implementation.program.ProgramReader.expression;
import static org.offloadtck.implementation.program.ProgramReader.flags;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.data.Fields;
import org.offloadtck.implementation.expression.ElementType;
import org.offloadtck.implementation.expression.Expression;
import org.offloadtck.implementation.expression.Scope;
import org.offloadtck.implementation.expression.Value;
import org.offloadtck.object.offload.MapType;

/// Reads what the front end lowers: `constants`, `requires`, `buffers`, `regions`, `host`.
final class UnitReader {

    /// More elements than any program of the corpus has; keeps a mistyped count from allocating.
    private static final int MOST_ELEMENTS = 1 << 22;

    private final Fields root;
    private final Map<String, Value> constants = new LinkedHashMap<>();
    private final Map<String, Buffer> buffers = new LinkedHashMap<>();
    private final List<TargetRegion> regions = new ArrayList<>();

    UnitReader(Fields root) {
        this.root = root;
    }

    TranslationUnit read() {
        readConstants();
        readBuffers();
        regions.addAll(root.rows("regions", row -> new TargetRegion(row.text("kernel"))));
        var operations = root.rows("host", this::operation);
        return new TranslationUnit(
                constants,
                flags(root, "requires", Requires.class),
                List.copyOf(buffers.values()),
                regions,
                operations);
    }

    /// A constant may use the ones before it.
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
                                            all.fields(name, fields -> buffer(name, fields))));
                    return buffers;
                });
    }

    private Buffer buffer(String name, Fields fields) {
        var spelling = fields.text("element");
        var element =
                ElementType.of(spelling)
                        .orElseThrow(() ->
                                fields.wrong(
                                        "element is %s when it should be one of %s"
                                                .formatted(
                                                        spelling,
                                                        EnumSet.allOf(ElementType.class))));
        long count = expression(fields, "count").integer(scope());
        if (count < 1 || count > MOST_ELEMENTS) {
            throw fields.wrong(
                    "count is %d when it should be from 1 to %d".formatted(count, MOST_ELEMENTS));
        }
        var declareTarget =
                fields.has("declare-target")
                        ? choice(fields, "declare-target", DeclareTarget.class)
                        : DeclareTarget.NONE;
        return new Buffer(
                name, fields.text("symbol"), element, Math.toIntExact(count), declareTarget);
    }

    private HostOperation operation(Fields row) {
        var names = row.names();
        var kind = names.size() == 1 ? names.getFirst() : "%d keys".formatted(names.size());
        return switch (kind) {
            case "data-begin" -> new HostOperation.DataBegin(operands(row, kind));
            case "data-end" -> new HostOperation.DataEnd(operands(row, kind));
            case "update" -> new HostOperation.Update(operands(row, kind));
            case "launch" -> row.fields(kind, this::launch);
            default ->
                    throw row.wrong(
                            "operation is %s when it should be one of data-begin, data-end, update, launch"
                                    .formatted(kind));
        };
    }

    private HostOperation launch(Fields fields) {
        var kernel = fields.text("kernel");
        if (!regions.contains(new TargetRegion(kernel))) {
            throw fields.wrong(
                    "kernel is %s when it should be one of the regions'".formatted(kernel));
        }
        var launch =
                new HostOperation.Launch(
                        kernel,
                        fields.integer("num-teams"),
                        fields.integer("thread-limit"),
                        expression(fields, "trip-count"),
                        operands(fields, "operands"));
        launch.tripCount().integer(scope());
        return launch;
    }

    private List<MapOperand> operands(Fields fields, String name) {
        return fields.rows(name, this::operand);
    }

    private MapOperand operand(Fields row) {
        var flags = flags(row, "types", MapType.class);
        long type = MapType.mask(flags.toArray(MapType[]::new));
        if (row.has("parent")) {
            type = MapType.asMemberOf(row.integer("parent"), type);
        }
        return row.has("literal") ? literal(row, type) : section(row, type);
    }

    private MapOperand literal(Fields row, long type) {
        var value = expression(row, "literal");
        value.evaluate(scope());
        return new MapOperand.Literal(value, type);
    }

    private MapOperand section(Fields row, long type) {
        var name = row.text("buffer");
        var buffer = buffers.get(name);
        if (buffer == null) {
            throw row.wrong("buffer is %s when it should be one of the buffers".formatted(name));
        }
        var begin =
                row.has("begin")
                        ? expression(row, "begin")
                        : Expression.parse(row.source(), row.path("begin"), "0");
        var bytes = expression(row, "bytes");
        long first = begin.integer(scope());
        long size = bytes.integer(scope());
        if (first < 0 || size < 0 || first > buffer.bytes() - size) {
            throw row.wrong(
                    "section is %d bytes at %d when %s has %d bytes"
                            .formatted(size, first, name, buffer.bytes()));
        }
        return new MapOperand.Section(name, begin, bytes, type);
    }

    private Scope scope() {
        return new Scope.Program(constants, Map.of());
    }
}
