package org.offloadtck.implementation.external;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.external.Toolchain.Stage;

/// Reads a toolchain's descriptor.
public final class ToolchainReader {

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
                mapping(root, "environment", Fields::text));
    }

    private static Map<Stage, List<String>> commands(Fields root) {
        var commands = new EnumMap<Stage, List<String>>(Stage.class);
        for (var stage : Stage.values()) {
            commands.put(stage, root.texts(stage.name().toLowerCase(Locale.ROOT)));
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
