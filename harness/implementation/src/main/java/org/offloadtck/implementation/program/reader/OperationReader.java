package org.offloadtck.implementation.program.reader;

import static org.offloadtck.implementation.program.reader.ProgramReader.expression;
import static org.offloadtck.implementation.program.reader.ProgramReader.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.element.ElementValue;
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
/// A loop becomes the operations of all its iterations, in their order. They share the arrays and
/// the source location of their construct, as the iterations of a compiled loop do.
///
/// @param source the file of source locations
/// @param buffers by name
/// @param scope the constants, and the variables of the loops around a row
record OperationReader(
        String source,
        Map<String, Buffer> buffers,
        List<TargetRegion> regions,
        ExpressionScope scope) {

    /// The keys of a row that do not name the operation.
    private static final Set<String> AROUND = Set.of("at", "nowait");

    /// The limit of iterations of a loop, which stops a mistyped count from allocating memory. No
    /// program of the corpus has as many.
    private static final int MOST_ITERATIONS = 1 << 10;

    /// The operations of `rows`, in order.
    List<HostOperation> read(List<Fields> rows) {
        return rows.stream().flatMap(row -> row.all(this::read).stream()).toList();
    }

    private List<HostOperation> read(Fields row) {
        return row.has("for")
                ? row.fields("for", counter -> loop(counter, row.rows("do")))
                : List.of(operation(row));
    }

    private List<HostOperation> loop(Fields counter, List<Fields> body) {
        var names = counter.names();
        if (names.size() != 1) {
            throw counter.wrong(
                    "there are %d variables when there should be one".formatted(names.size()));
        }
        var variable = names.getFirst();
        long count = expression(counter, variable).integer(scope);
        if (count < 1 || count > MOST_ITERATIONS) {
            throw counter.wrong(
                    "%s counts to %d when it should be from 1 to %d"
                            .formatted(variable, count, MOST_ITERATIONS));
        }
        return IntStream.range(0, Math.toIntExact(count))
                .mapToObj(value -> with(variable, value).read(body))
                .flatMap(List::stream)
                .toList();
    }

    private OperationReader with(String variable, int value) {
        return new OperationReader(
                source, buffers, regions, scope.with(variable, new ElementValue.I32(value)));
    }

    private HostOperation operation(Fields row) {
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
        return new HostOperation.Launch(
                location,
                kernel,
                fields.integer("num-teams"),
                fields.integer("thread-limit"),
                expression(fields, "trip-count").integer(scope),
                fields.has("team-memory") ? fields.number("team-memory") : 0,
                operands(fields, "operands"));
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
        return new MapOperand.Literal(expression(row, "literal").evaluate(scope), type, name(row));
    }

    private MapOperand section(Fields row, long type) {
        var name = row.text("buffer");
        var buffer = buffers.get(name);
        if (buffer == null) {
            throw row.wrong("buffer is %s when it should be one of the buffers".formatted(name));
        }
        long first = row.has("begin") ? expression(row, "begin").integer(scope) : 0;
        long size = expression(row, "bytes").integer(scope);
        if (first < 0 || size < 0 || first > buffer.bytes() - size) {
            throw row.wrong(
                    "section is %d bytes at %d when %s has %d bytes"
                            .formatted(size, first, name, buffer.bytes()));
        }
        return new MapOperand.Section(name, first, size, type, name(row));
    }
}
