package org.offloadtck.implementation.external;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What became of looking for a toolchain on this machine.
public sealed interface ToolchainLookup {

    /// Everything is here.
    ///
    /// @param places where each tool and file of the descriptor is
    record Found(Toolchain toolchain, Map<String, Path> places) implements ToolchainLookup {

        public Found {
            places = Map.copyOf(places);
        }

        /// Where the tool or file called `name` is.
        public Path place(String name) {
            var place = places.get(name);
            if (place == null) {
                throw new IllegalArgumentException(
                        "%s has no tool or file called %s".formatted(toolchain.id(), name));
            }
            return place;
        }
    }

    /// Something is not.
    ///
    /// @param reason what, and where it was looked for
    record Missing(String reason) implements ToolchainLookup {}

    /// The folder of toolchains that are unpacked instead of installed.
    String TOOLCHAINS = "OFFLOAD_TCK_TOOLCHAINS";

    /// What a path of a descriptor begins with to lie in that folder.
    String UNPACKED = "{toolchains}/";

    /// Looks for everything `toolchain` needs.
    ///
    /// @param environment of the process: `PATH` and [#TOOLCHAINS]
    static ToolchainLookup of(Toolchain toolchain, Map<String, String> environment) {
        var places = new HashMap<String, Path>();
        var missing = new ArrayList<String>();
        toolchain
                .tools()
                .forEach((name, program) ->
                        onPath(program, environment)
                                .ifPresentOrElse(
                                        path -> places.put(name, path),
                                        () -> missing.add(program + " is not on the PATH")));
        toolchain
                .files()
                .forEach((name, candidates) ->
                        candidates(candidates, environment)
                                .filter(Files::exists)
                                .findFirst()
                                .ifPresentOrElse(
                                        path -> places.put(name, path),
                                        () -> missing.add(noneOf(candidates))));
        return missing.isEmpty()
                ? new Found(toolchain, places)
                : new Missing(
                        missing.stream()
                                .sorted()
                                .reduce((one, other) -> one + "; " + other)
                                .orElseThrow());
    }

    private static Optional<Path> onPath(String program, Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Stream<Path> candidates(
            List<String> candidates, Map<String, String> environment) {
        var unpacked = Optional.ofNullable(environment.get(TOOLCHAINS));
        return candidates.stream()
                .flatMap(path ->
                        path.startsWith(UNPACKED)
                                ? unpacked.stream()
                                        .map(folder ->
                                                Path.of(folder, path.substring(UNPACKED.length())))
                                : Stream.of(Path.of(path)));
    }

    private static String noneOf(List<String> candidates) {
        return "there is no "
                + String.join(" and no ", candidates)
                        .replace(UNPACKED, "${%s}/".formatted(TOOLCHAINS));
    }
}
