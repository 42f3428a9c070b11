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

/// The result of searching a toolchain on this machine.
public sealed interface ToolchainLookup {

    /// The toolchain is installed.
    ///
    /// @param places the path of each tool and file of the descriptor
    record Found(Toolchain toolchain, Map<String, Path> places) implements ToolchainLookup {

        public Found {
            places = Map.copyOf(places);
        }

        /// The path of the tool or file `name`.
        public Path place(String name) {
            var place = places.get(name);
            if (place == null) {
                throw new IllegalArgumentException(
                        "%s has no tool or file called %s".formatted(toolchain.id(), name));
            }
            return place;
        }
    }

    /// The toolchain is not installed.
    ///
    /// @param reason the missing file, and the places where it was searched
    record Missing(String reason) implements ToolchainLookup {}

    /// The variable with the directory of toolchains that are unpacked instead of installed.
    String TOOLCHAINS = "OFFLOAD_TCK_TOOLCHAINS";

    /// The prefix of a descriptor's path for a file in that directory.
    String UNPACKED = "{toolchains}/";

    /// Searches all files that `toolchain` needs. A tool whose name has a `/` is that file.
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
                                        () ->
                                                missing.add(
                                                        program
                                                                + (isPath(program)
                                                                        ? " does not exist"
                                                                        : " is not on the PATH"))));
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
        var candidates =
                isPath(program)
                        ? Stream.of(Path.of(program))
                        : Stream.of(
                                        environment
                                                .getOrDefault("PATH", "")
                                                .split(File.pathSeparator, -1))
                                .map(folder -> Path.of(folder, program));
        return candidates.filter(Files::isRegularFile).filter(Files::isExecutable).findFirst();
    }

    private static boolean isPath(String program) {
        return program.contains("/");
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
