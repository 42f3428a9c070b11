package org.offloadtck.scenario.command;

import io.cucumber.tagexpressions.TagExpressionException;
import io.cucumber.tagexpressions.TagExpressionParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.offloadtck.object.command.ProfileOption;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.execution.ScenarioGroup;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.ListedScenario;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The scenarios that a run selects: those that every option selects.
public final class SelectionOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--device",
            paramLabel = "PLATFORM",
            description =
                    "Only scenarios that run on this platform (repeatable): sim, opencl, cuda,"
                            + " offload.")
    private List<String> devices = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "Only scenarios that set this ABI profile (repeatable): llvm-16.")
    private List<String> profiles = new ArrayList<>();

    @Option(
            names = "--tags",
            paramLabel = "EXPR",
            description = "Only scenarios with these tags: '@WR-01 or @HL-02', 'not @cuda'.")
    private String tags = "";

    /// The options of a command line.
    public SelectionOption() {}

    /// For a command that reads the selection elsewhere.
    SelectionOption(CommandSpec spec, List<String> devices, List<String> profiles, String tags) {
        this.spec = spec;
        this.devices = devices;
        this.profiles = profiles;
        this.tags = tags;
    }

    /// An option as the user gave it, and the scenarios that it selects.
    record Part(String option, Predicate<ListedScenario> selects) {}

    List<String> devices() {
        return devices;
    }

    List<String> profiles() {
        return profiles;
    }

    String tags() {
        return tags;
    }

    /// Whether devices of `platform` are selected.
    boolean includes(String platform) {
        return devices.isEmpty() || devices.contains(platform);
    }

    /// Verifies the values of the options.
    ///
    /// @throws ParameterException if one names nothing that there is
    void require(List<DevicePlugin> plugins) {
        var known = plugins.stream().map(DevicePlugin::name).toList();
        for (var device : devices) {
            if (!known.contains(device)) {
                throw wrong(
                        "--device is '%s' when it should be one of %s"
                                .formatted(device, String.join(", ", known)));
            }
        }
        var allProfiles = AbiProfiles.load();
        profiles.forEach(id -> ProfileOption.profile(spec, allProfiles, id));
        try {
            TagExpressionParser.parse(tags);
        } catch (TagExpressionException fault) {
            throw wrong("--tags is '%s': %s".formatted(tags, fault.getMessage()));
        }
    }

    /// The selected scenarios of each implementation; of all together if `judged` is empty.
    ///
    /// @param more another option that selects
    /// @throws ParameterException if there is none for an implementation
    List<ScenarioGroup> groups(
            List<ListedScenario> scenarios, List<Judged> judged, Optional<Part> more) {
        var parts = parts();
        more.ifPresent(parts::add);
        if (judged.isEmpty()) {
            return List.of(group(scenarios, parts, Optional.empty()));
        }
        return judged.stream()
                .map(each -> {
                    var own = new ArrayList<>(parts);
                    own.add(new Part("--implementation " + each.option(), each.selects()));
                    return group(scenarios, own, each.judged());
                })
                .toList();
    }

    private List<Part> parts() {
        var parts = new ArrayList<Part>();
        if (!tags.isBlank()) {
            var expression = TagExpressionParser.parse(tags);
            parts.add(
                    new Part(
                            "--tags '%s'".formatted(tags),
                            scenario ->
                                    expression.evaluate(
                                            scenario.tagged().tags().stream()
                                                    .map("@"::concat)
                                                    .toList())));
        }
        if (!devices.isEmpty()) {
            parts.add(
                    new Part(
                            "--device " + String.join(", ", devices),
                            scenario -> devices.stream().anyMatch(scenario::runsOn)));
        }
        if (!profiles.isEmpty()) {
            parts.add(
                    new Part(
                            "--profile " + String.join(", ", profiles),
                            scenario -> profiles.stream().anyMatch(scenario::sets)));
        }
        return parts;
    }

    private ScenarioGroup group(
            List<ListedScenario> scenarios, List<Part> parts, Optional<JudgedToolchain> judged) {
        var selected =
                scenarios.stream()
                        .filter(each -> parts.stream().allMatch(part -> part.selects().test(each)))
                        .toList();
        if (selected.isEmpty()) {
            throw wrong(
                    "no scenario of %d is selected: %s"
                            .formatted(
                                    scenarios.size(),
                                    parts.stream()
                                            .map(part -> excludes(part, scenarios))
                                            .collect(Collectors.joining(", "))));
        }
        return new ScenarioGroup(judged, selected);
    }

    private static String excludes(Part part, List<ListedScenario> scenarios) {
        long count = scenarios.stream().filter(part.selects().negate()).count();
        return "%s excludes %d".formatted(part.option(), count);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
