package org.offloadtck.implementation.external;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.offloadtck.implementation.process.ProcessLimits;

/// A toolchain as its descriptor defines it: its requirements, and the command of each stage.
/// `corpus/implementations/clang-16.yaml` explains the fields.
///
/// @param profile id of the ABI profile of its artifacts
/// @param tools programs that are searched on the `PATH`, by the name that commands use
/// @param files candidate paths, of which the first that exists is used, by the name that commands
///   use
/// @param languages options by extension of the source file's name
/// @param levels options by optimization level
/// @param commands those of the stages that it has
/// @param environment variables for programs that it built
/// @param limits of each stage
public record Toolchain(
        String id,
        String description,
        String profile,
        Map<String, String> tools,
        Map<String, List<String>> files,
        Map<String, List<String>> languages,
        Map<String, List<String>> levels,
        Map<Stage, List<String>> commands,
        Map<String, String> environment,
        ProcessLimits limits) {

    /// The name of the tool that queries the driver for its devices.
    public static final String DEVICE_QUERY = "device-query";

    /// The name of the file that is the offload runtime.
    public static final String RUNTIME = "runtime";

    /// A product of a toolchain.
    public enum Stage {
        COMPILE(true),
        ARCHIVE(true),
        LINK(true),
        LIBRARY(true),
        /// Links objects and their device code to one object.
        RELOCATABLE(false),
        /// Links outputs of [#RELOCATABLE] to an executable, without a device link.
        HOST_LINK(false);

        private final boolean required;

        Stage(boolean required) {
            this.required = required;
        }

        boolean isRequired() {
            return required;
        }

        /// The stage as descriptors and verdicts name it.
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Toolchain {
        tools = Map.copyOf(tools);
        files = Map.copyOf(files);
        languages = Map.copyOf(languages);
        levels = Map.copyOf(levels);
        commands = Map.copyOf(commands);
        environment = Map.copyOf(environment);
    }

    /// The options of an optimization level.
    List<String> level(String name) {
        var options = levels.get(name);
        if (options == null) {
            throw new IllegalArgumentException(
                    "%s has no level %s; it has %s".formatted(id, name, levels.keySet()));
        }
        return options;
    }

    /// The options of the language of the source file `unit`; none if it has no entry.
    List<String> language(String unit) {
        return languages.getOrDefault(unit.substring(unit.lastIndexOf('.') + 1), List.of());
    }

    List<String> command(Stage stage) {
        return commands.getOrDefault(stage, List.of());
    }
}
