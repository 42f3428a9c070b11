package org.offloadtck.implementation.program.reader;

import static org.offloadtck.implementation.program.reader.ProgramReader.expression;
import static org.offloadtck.implementation.program.reader.ProgramReader.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.expression.Expression;
import org.offloadtck.implementation.expression.ExpressionScope;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.HostOperation.BufferDependence;
import org.offloadtck.implementation.program.MapOperand;
import org.offloadtck.implementation.program.MappedName;
import org.offloadtck.implementation.program.TargetRegion;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.runtime.task.Dependence;

/// Reads the operations of the host: the rows of `host`.
///
/// @param source the file of source locations
/// @param buffers by name
record OperationReader(
        String source,
        Map<String, Buffer> buffers,
        List<TargetRegion> regions,
        ExpressionScope scope) {

    /// The keys of a row that do not name the operation.
    private static final Set<String> AROUND = Set.of("at", "nowait");

    HostOperation read(Fields row) {
        var construct = construct(row);
        return row.has("nowait")
                ? row.fields(
                        "nowait", fields -> new HostOperation.Detached(construct, depends(fields)))
                : construct;
    }

    private HostOperation construct(Fields row) {
        var location = location(row);
        var kinds = row.names().stream().filter(name -> !AROUND.contains(name)).toList();
        var kind = kinds.size() == 1 ? kinds.getFirst() : "%d keys".formatted(kinds.size());
        return switch (kind) {
            case "data-begin" -> new HostOperation.DataBegin(location, operands(row, kind));
            case "data-end" -> new HostOperation.DataEnd(location, operands(row, kind));
            case "update" -> new HostOperation.Update(location, operands(row, kind));
            case "launch" -> row.fields(kind, fields -> launch(location, fields));
            case "taskwait" -> taskWait(row, location);
            default ->
                    throw row.wrong(
                            "operation is %s when it should be one of data-begin, data-end, update, launch, taskwait"
                                    .formatted(kind));
        };
    }

    private static HostOperation taskWait(Fields row, SourceLocation location) {
        if (!row.text("taskwait").equals("all") || row.has("nowait")) {
            throw row.wrong(
                    "taskwait is %s when it should be all, and stand alone"
                            .formatted(row.text("taskwait")));
        }
        return new HostOperation.TaskWait(location);
    }

    private List<BufferDependence> depends(Fields fields) {
        var depends = new ArrayList<BufferDependence>();
        buffers(fields, "in")
                .forEach(name -> depends.add(new BufferDependence(name, Dependence.Kind.READS)));
        buffers(fields, "out")
                .forEach(name -> depends.add(new BufferDependence(name, Dependence.Kind.WRITES)));
        return List.copyOf(depends);
    }

    private List<String> buffers(Fields fields, String key) {
        List<String> names = fields.has(key) ? fields.texts(key) : List.of();
        for (String name : names) {
            if (!buffers.containsKey(name)) {
                throw fields.wrong(
                        "buffer is %s when it should be one of the buffers".formatted(name));
            }
        }
        return names;
    }

    private SourceLocation location(Fields row) {
        return row.has("at")
                ? row.fields(
                        "at",
                        at ->
                                new SourceLocation(
                                        source,
                                        at.text("function"),
                                        at.integer("line"),
                                        at.integer("column")))
                : SourceLocation.UNKNOWN;
    }

    private HostOperation launch(SourceLocation location, Fields fields) {
        var kernel = fields.text("kernel");
        if (regions.stream().noneMatch(region -> region.kernel().equals(kernel))) {
            throw fields.wrong(
                    "kernel is %s when it should be one of the regions'".formatted(kernel));
        }
        var launch =
                new HostOperation.Launch(
                        location,
                        kernel,
                        fields.integer("num-teams"),
                        fields.integer("thread-limit"),
                        expression(fields, "trip-count"),
                        fields.has("team-memory") ? fields.number("team-memory") : 0,
                        operands(fields, "operands"));
        launch.tripCount().integer(scope);
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

    private MappedName name(Fields row) {
        return row.has("declared")
                ? row.fields(
                        "declared",
                        declared ->
                                new MappedName(
                                        declared.text("as"),
                                        source,
                                        declared.integer("line"),
                                        declared.integer("column")))
                : MappedName.UNKNOWN;
    }

    private MapOperand literal(Fields row, long type) {
        var value = expression(row, "literal");
        value.evaluate(scope);
        return new MapOperand.Literal(value, type, name(row));
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
        long first = begin.integer(scope);
        long size = bytes.integer(scope);
        if (first < 0 || size < 0 || first > buffer.bytes() - size) {
            throw row.wrong(
                    "section is %d bytes at %d when %s has %d bytes"
                            .formatted(size, first, name, buffer.bytes()));
        }
        return new MapOperand.Section(name, begin, bytes, type, name(row));
    }
}
