package org.offloadtck.scenario.command;

import io.cucumber.tagexpressions.TagExpressionException;
import io.cucumber.tagexpressions.TagExpressionParser;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.KitVersion;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.DeviceRecord;
import org.offloadtck.conformance.result.DeviceRecord.Presence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ImplementationRecord;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.waiver.Waivers;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.object.command.ProfileOption;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.scenario.record.ResultRecorder;
import org.offloadtck.scenario.record.ScenarioRun;
import org.offloadtck.scenario.world.World;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `offload-tck run`: runs the scenarios and writes verdicts and reports.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the scenarios and writes verdicts and reports.")
public final class RunCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--device",
            paramLabel = "PLATFORM",
            description = "Only the examples of this platform (repeatable): sim, opencl, cuda.")
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

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder for the reports (default: ${DEFAULT-VALUE}).")
    private Path report = Path.of("offload-tck-report");

    @Option(
            names = "--waivers",
            paramLabel = "FILE",
            description =
                    "Known failures as a YAML list; their verdicts become XFAIL (repeatable).")
    private List<Path> waiverFiles = new ArrayList<>();

    @Override
    public Integer call() {
        var plugins = DevicePlugin.installed();
        requireKnown(plugins);
        requireKnownProfiles();
        requireTagExpression();
        makeReportFolder();
        var waivers = waivers();
        var recorder = new ResultRecorder();
        run(recorder, selection(plugins));
        if (recorder.results().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no scenario %shas the tags %s"
                            .formatted(
                                    profiles.isEmpty()
                                            ? ""
                                            : "under " + String.join(", ", profiles) + " ",
                                    selection(plugins)));
        }
        var document =
                new ResultDocument(
                        KitVersion.current(),
                        List.of(
                                new ImplementationRecord(
                                        ImplementationIdentity.REFERENCE,
                                        "the kit's own pipeline")),
                        plugins.stream()
                                .filter(plugin -> isSelected(plugin.name()))
                                .flatMap(RunCommand::records)
                                .toList(),
                        recorder.results().stream().map(each -> waived(each, waivers)).toList());
        report(document);
        return exitCode(document);
    }

    /// Reads the waiver files. Called before the first scenario runs.
    private List<Waivers> waivers() {
        try {
            return waiverFiles.stream()
                    .map(file -> new DataText(file.toString(), InputFile.readText(file)))
                    .map(Waivers::load)
                    .toList();
        } catch (DataException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }

    private static Result waived(Result result, List<Waivers> waivers) {
        var today = LocalDate.now(ZoneId.systemDefault());
        var waived = result;
        for (var file : waivers) {
            waived = file.apply(waived, today);
        }
        return waived;
    }

    private void requireTagExpression() {
        try {
            TagExpressionParser.parse(tags);
        } catch (TagExpressionException fault) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tags is '%s': %s".formatted(tags, fault.getMessage()),
                    fault);
        }
    }

    /// Creates the report folder. Called before the first scenario runs, so that no run is lost to
    /// a folder that cannot be written.
    private void makeReportFolder() {
        try {
            Files.createDirectories(report);
        } catch (IOException fault) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--report is '%s', which cannot be created as a folder".formatted(report),
                    fault);
        }
    }

    private void requireKnown(List<DevicePlugin> plugins) {
        var known = plugins.stream().map(DevicePlugin::name).toList();
        for (var device : devices) {
            if (!known.contains(device)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--device is '%s' when it should be one of %s"
                                .formatted(device, String.join(", ", known)));
            }
        }
    }

    private void requireKnownProfiles() {
        var known = AbiProfiles.load();
        profiles.forEach(id -> ProfileOption.profile(spec, known, id));
    }

    private boolean isSelected(String platform) {
        return devices.isEmpty() || devices.contains(platform);
    }

    /// The tag expression that excludes the examples of other platforms.
    private String selection(List<DevicePlugin> plugins) {
        var others =
                plugins.stream()
                        .map(DevicePlugin::name)
                        .filter(name -> !isSelected(name))
                        .map(name -> "not @" + name);
        return String.join(
                " and ",
                Stream.concat(tags.isBlank() ? Stream.of() : Stream.of("(" + tags + ")"), others)
                        .toList());
    }

    private void run(ResultRecorder recorder, String selection) {
        var scenarios = new ScenarioRun();
        if (!selection.isEmpty()) {
            scenarios.selecting(selection);
        }
        if (!profiles.isEmpty()) {
            scenarios.under(profiles);
        }
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
            var progress = new ScenarioProgress(spec.commandLine().getErr());
            scenarios.run(recorder, progress);
            progress.wipe();
        } else {
            scenarios.run(recorder);
        }
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

    private void report(ResultDocument document) {
        var catalogue =
                Catalogue.load(
                        SpecificationFolder.ofResources(
                                RunCommand.class.getClassLoader(), "corpus/spec"));
        var reports = RunReports.installed();
        reports.write(report, document, catalogue);
        PrintWriter out = spec.commandLine().getOut();
        out.print(reports.verdictTable(document, catalogue));
        out.println("report: " + report.resolve("report.html"));
        out.flush();
    }

    /// The exit code. A harness fault outweighs an unexpected verdict: the run proves nothing then.
    private static int exitCode(ResultDocument document) {
        var standings =
                document.results().stream().map(result -> result.verdict().standing()).toList();
        if (standings.contains(VerdictClass.HARNESS_FAULT)) {
            return ExitCode.HARNESS_ERROR;
        }
        return standings.contains(VerdictClass.UNEXPECTED) ? ExitCode.UNEXPECTED : ExitCode.OK;
    }
}
