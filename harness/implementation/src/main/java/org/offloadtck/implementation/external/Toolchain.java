package org.offloadtck.implementation.external;

import java.util.List;
import java.util.Map;

/// An installed toolchain as its descriptor states it: what it needs, and the command of each
/// stage. `corpus/implementations/clang-16.yaml` explains the fields.
///
/// @param profile id of the ABI profile its artifacts have
/// @param tools programs looked for on the `PATH`, by the name commands use
/// @param files the paths of which the first that exists is meant, by the name commands use
/// @param levels options by optimization level
/// @param environment variables for programs it built
public record Toolchain(
        String id,
        String description,
        String profile,
        Map<String, String> tools,
        Map<String, List<String>> files,
        Map<String, List<String>> levels,
        Map<Stage, List<String>> commands,
        Map<String, String> environment) {

    /// The name of the tool that asks the driver for its devices.
    public static final String DEVICE_QUERY = "device-query";

    /// What a toolchain can make.
    public enum Stage {
        COMPILE,
        ARCHIVE,
        LINK,
        LIBRARY
    }

    public Toolchain {
        tools = Map.copyOf(tools);
        files = Map.copyOf(files);
        levels = Map.copyOf(levels);
        commands = Map.copyOf(commands);
        environment = Map.copyOf(environment);
    }

    /// The options of a level.
    List<String> level(String name) {
        var options = levels.get(name);
        if (options == null) {
            throw new IllegalArgumentException(
                    "%s has no level %s; it has %s".formatted(id, name, levels.keySet()));
        }
        return options;
    }

    List<String> command(Stage stage) {
        return commands.getOrDefault(stage, List.of());
    }
}
