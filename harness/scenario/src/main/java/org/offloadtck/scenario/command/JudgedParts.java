package org.offloadtck.scenario.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.DeviceRecord.Presence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ImplementationRecord;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.implementation.external.Toolchains;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.world.World;

/// The implementations and devices that took part in a run, with what they state of themselves.
final class JudgedParts {

    /// The name of the compiler in descriptors of the kit.
    private static final String COMPILER = "compiler";

    private JudgedParts() {}

    /// Every implementation that a result names, in the order of their names.
    ///
    /// @param judged those that the command line names; they are described by their descriptors
    static List<ImplementationRecord> implementations(List<Result> results, List<Judged> judged) {
        var descriptions = new HashMap<String, String>();
        for (var each : judged) {
            each.toolchain()
                    .ifPresent(
                            toolchain -> descriptions.put(toolchain.id(), toolchain.description()));
        }

        return results.stream()
                .map(result -> result.identity().implementation())
                .distinct()
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .map(each ->
                        new ImplementationRecord(
                                each,
                                Optional.ofNullable(descriptions.get(each.toString()))
                                        .orElseGet(() -> description(each))))
                .toList();
    }

    /// The words that choose the implementations, with absolute paths, by the ids of results.
    static Map<String, String> words(List<Judged> judged) {
        return judged.stream().collect(Collectors.toMap(Judged::id, Judged::absolute, (a, _) -> a));
    }

    static String description(ImplementationIdentity implementation) {
        return implementation.equals(ImplementationIdentity.REFERENCE)
                ? "the kit's own pipeline"
                : String.join(
                        "; ",
                        Stream.of(
                                        implementation.compiler(),
                                        implementation.linkerWrapper(),
                                        implementation.runtime())
                                .distinct()
                                .map(JudgedParts::version)
                                .toList());
    }

    /// The first line that the implementation's program prints for `--version`. A suite has none.
    private static String version(String implementation) {
        if (implementation.startsWith(TestSuite.IMPLEMENTATION)) {
            return "programs of a user";
        }
        var program = program(implementation);
        try {
            var process =
                    new ProcessBuilder(program, "--version").redirectErrorStream(true).start();
            try (var output = process.inputReader(UTF_8)) {
                return output.lines()
                        .findFirst()
                        .orElseGet(() -> "%s prints no version".formatted(program));
            }
        } catch (IOException _) {
            return "%s is not on the PATH, so its version is not known".formatted(program);
        }
    }

    /// The compiler of a toolchain of the kit, or else the program of the implementation's name.
    private static String program(String implementation) {
        return Toolchains.ids().contains(implementation)
                ? Toolchains.shipped(implementation).tools().getOrDefault(COMPILER, implementation)
                : implementation;
    }

    /// The devices of the plugins, then the other devices that a result names.
    static List<DeviceRecord> devices(List<DevicePlugin> plugins, List<Result> results) {
        var found = plugins.stream().flatMap(JudgedParts::records).toList();
        var known = found.stream().map(DeviceRecord::identity).toList();
        var others =
                results.stream()
                        .map(result -> result.identity().device())
                        .distinct()
                        .filter(device -> !device.equals(DeviceIdentity.NONE))
                        .filter(device -> !known.contains(device))
                        .sorted((a, b) -> a.toString().compareTo(b.toString()))
                        .map(JudgedParts::chosen);
        return Stream.concat(found.stream(), others).toList();
    }

    private static DeviceRecord chosen(DeviceIdentity device) {
        return new DeviceRecord(
                device,
                Presence.PRESENT,
                "chosen by scenarios: %s as %s".formatted(device.spec(), device.device()));
    }

    private static Stream<DeviceRecord> records(DevicePlugin plugin) {
        return switch (plugin.discover()) {
            case Discovery.Found(var found) ->
                    found.stream().map(device -> present(plugin.name(), device));
            case Discovery.Absent(var reason, var remedy) ->
                    Stream.of(
                            new DeviceRecord(
                                    new DeviceIdentity(plugin.name(), ""),
                                    Presence.ABSENT,
                                    reason + "; " + remedy));
            case Discovery.Failed(var failure) ->
                    Stream.of(
                            new DeviceRecord(
                                    new DeviceIdentity(plugin.name(), ""),
                                    Presence.ABSENT,
                                    String.valueOf(failure.getMessage())));
        };
    }

    private static DeviceRecord present(String platform, Device device) {
        try (device) {
            var description = device.description();
            return new DeviceRecord(
                    World.identity(platform, device),
                    Presence.PRESENT,
                    "%s (%s)".formatted(description.name(), description.driver()));
        }
    }
}
