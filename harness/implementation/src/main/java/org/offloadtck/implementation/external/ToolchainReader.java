package org.offloadtck.implementation.external;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.external.Toolchain.Stage;
import org.offloadtck.implementation.process.ProcessLimits;

/// Reads a toolchain's descriptor.
public final class ToolchainReader {

    /// The greatest limit: about eleven days, or a terabyte.
    private static final long MOST = 1_000_000;

    private ToolchainReader() {}

    /// Reads `descriptor`, a YAML mapping.
    ///
    /// @throws DataException naming the field that cannot be read
    public static Toolchain read(DataText descriptor) {
        return descriptor.yaml().all(ToolchainReader::toolchain);
    }

    private static Toolchain toolchain(Fields root) {
        return new Toolchain(
                root.text("id"),
                root.text("description"),
                root.text("profile"),
                mapping(root, "tools", Fields::text),
                mapping(root, "files", Fields::texts),
                mapping(root, "languages", Fields::texts),
                mapping(root, "levels", Fields::texts),
                commands(root),
                mapping(root, "environment", Fields::text),
                root.has("limits")
                        ? root.fields("limits", ToolchainReader::limits)
                        : ProcessLimits.STAGE);
    }

    private static ProcessLimits limits(Fields fields) {
        return new ProcessLimits(
                Duration.ofSeconds(
                        positive(fields, "seconds", ProcessLimits.STAGE.time().toSeconds())),
                (int) positive(fields, "processes", ProcessLimits.STAGE.processes()),
                positive(fields, "output-mib", ProcessLimits.STAGE.outputBytes() >> 20) << 20);
    }

    private static long positive(Fields fields, String name, long otherwise) {
        long number = fields.has(name) ? fields.number(name) : otherwise;
        if (number < 1 || number > MOST) {
            throw fields.wrong(
                    "%s is %d when it should be from 1 to %d".formatted(name, number, MOST));
        }
        return number;
    }

    private static Map<Stage, List<String>> commands(Fields root) {
        var commands = new EnumMap<Stage, List<String>>(Stage.class);
        for (var stage : Stage.values()) {
            if (stage.isRequired() || root.has(stage.word())) {
                commands.put(stage, root.texts(stage.word()));
            }
        }
        return commands;
    }

    private static <T> Map<String, T> mapping(
            Fields root, String name, BiFunction<Fields, String, T> read) {
        return root.fields(
                name,
                fields -> {
                    var values = new LinkedHashMap<String, T>();
                    fields.names().forEach(key -> values.put(key, read.apply(fields, key)));
                    return values;
                });
    }
}
