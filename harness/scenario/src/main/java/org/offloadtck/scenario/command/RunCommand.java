package org.offloadtck.scenario.command;

import io.cucumber.tagexpressions.TagExpressionException;
import io.cucumber.tagexpressions.TagExpressionParser;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitVersion;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.KnownOutcomes;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.object.command.ProfileOption;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.record.ExampleOfScenario;
import org.offloadtck.scenario.record.ResultRecorder;
import org.offloadtck.scenario.record.ScenarioRun;
import org.offloadtck.scenario.replay.ReplayFolders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            description =
                    "Only the examples of this platform (repeatable): sim, opencl, cuda, offload.")
    private List<String> devices = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "Only scenarios that set this ABI profile (repeatable): llvm-16.")
    private List<String> profiles = new ArrayList<>();

    @Mixin private ImplementationOption implementations = new ImplementationOption();

    @Mixin private LlvmBuildOption build = new LlvmBuildOption();

    @Option(
            names = "--tags",
            paramLabel = "EXPR",
            description = "Only scenarios with these tags: '@WR-01 or @HL-02', 'not @cuda'.")
    private String tags = "";

    @Mixin private RerunOption rerun = new RerunOption();

    @Option(names = "--list", description = "List the scenarios that would run, and run none.")
    private boolean list;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description =
                    "Run a scenario that fails up to N times more; FLAKY if it then does not fail.")
    private int retries;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder for the reports (default: ${DEFAULT-VALUE}).")
    private Path report = Path.of("offload-tck-report");

    @Option(
            names = "--single-file",
            description = "Write report.html, one page with everything, in place of the site.")
    private boolean singleFile;

    @Mixin private KnownOutcomesOption knownOutcomes = new KnownOutcomesOption();

    @Override
    public Integer call() {
        var plugins = DevicePlugin.installed();
        requireKnown(plugins);
        requireKnownProfiles();
        requireTagExpression();
        requireRetries();
        var judged = implementations();
        if (list) {
            return list(plugins, judged);
        }
        makeReportFolder();
        var catalogue =
                Catalogue.load(
                        SpecificationFolder.ofResources(
                                RunCommand.class.getClassLoader(), "corpus/spec"));
        var known = knownOutcomes.outcomes(catalogue);
        var replays = new ReplayFolders(report);
        var recorder = ResultRecorder.keeping(replays.root());
        var clock = RunClock.start();
        var results = replays.located(run(recorder, selection(plugins), judged, known));
        var selected = plugins.stream().filter(plugin -> isSelected(plugin.name())).toList();
        var document =
                new ResultDocument(
                        new RunSubject(
                                new RunSubject.Kit(
                                        KitVersion.current(),
                                        KitVersion.commit(),
                                        catalogue.sha256()),
                                new RunSubject.Selection(
                                        devices,
                                        profiles,
                                        judged.stream().map(Judged::option).toList(),
                                        tags,
                                        known.waiverUses(results),
                                        known.exclusionUses(results)),
                                JudgedParts.implementations(results, judged),
                                JudgedParts.devices(selected, results)),
                        recorder.records(),
                        results,
                        clock.circumstances(spec, recorder.times()));
        replays.write(document, JudgedParts.words(judged), System.getenv());
        report(document, catalogue);
        return exitCode(document);
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

    private void requireRetries() {
        if (retries < 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--retries is %d when it should be 0 or more".formatted(retries));
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

    /// The implementations that `--implementation` names. A scenario with a toolchain has that
    /// toolchain's profile, so that no scenario has both a step with a profile and a toolchain.
    private List<Judged> implementations() {
        var judged = new ArrayList<>(implementations.implementations());
        build.toolchain().ifPresent(each -> judged.add(implementations.judged(build.word(), each)));
        if (!judged.isEmpty() && !profiles.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--profile is given with --implementation when it should be without: a toolchain has the profile of its descriptor");
        }
        return judged;
    }

    /// Prints the place, the title and the parameters of each scenario.
    private int list(List<DevicePlugin> plugins, List<Judged> judged) {
        var listed = new ResultRecorder();
        run(listed, selection(plugins), judged, KnownOutcomes.none());
        var out = spec.commandLine().getOut();
        for (int index = 0; index < listed.scenarios().size(); index++) {
            var example = ExampleOfScenario.of(listed.results().get(index));
            out.println(
                    "%s  %s%s"
                            .formatted(
                                    listed.scenarios().get(index).place(),
                                    listed.results().get(index).title(),
                                    example.text()));
        }
        out.flush();
        return ExitCode.OK;
    }

    private ScenarioRun scenarios() {
        var scenarios = new ScenarioRun();
        rerun.failed().ifPresent(scenarios::of);
        return list ? scenarios.listing() : scenarios;
    }

    /// Runs the scenarios, for each implementation in turn, and again those that fail without a
    /// waiver.
    private List<Result> run(
            ResultRecorder recorder, String selection, List<Judged> judged, KnownOutcomes known) {
        var results = new ArrayList<Result>();
        for (var implementation : judged) {
            results.addAll(
                    run(
                            recorder,
                            () -> implementation.scenarios().apply(scenarios()),
                            selection,
                            "of '%s' ".formatted(implementation.option()),
                            known));
        }
        if (judged.isEmpty()) {
            results.addAll(
                    run(
                            recorder,
                            () -> profiles.isEmpty() ? scenarios() : scenarios().under(profiles),
                            selection,
                            profiles.isEmpty() ? "" : "under " + String.join(", ", profiles) + " ",
                            known));
        }
        return results;
    }

    /// @param which whose scenarios these are, for the message that there is none
    private List<Result> run(
            ResultRecorder recorder,
            Supplier<ScenarioRun> scenarios,
            String selection,
            String which,
            KnownOutcomes known) {
        int before = recorder.results().size();
        execute(scenarios.get(), recorder, selection);
        var results = recorder.results().subList(before, recorder.results().size());
        if (results.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    selection.isEmpty()
                            ? "there is no scenario " + which.strip()
                            : "no scenario %shas the tags %s".formatted(which, selection));
        }
        return new Retries(retries)
                .of(
                        results.stream().map(known::apply).toList(),
                        failed -> {
                            var again = new ResultRecorder();
                            execute(scenarios.get().of(failed), again, selection);
                            return again.results();
                        });
    }

    private void execute(ScenarioRun scenarios, ResultRecorder recorder, String selection) {
        if (!selection.isEmpty()) {
            scenarios.selecting(selection);
        }
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
            var progress = new ScenarioProgress(spec.commandLine().getErr());
            scenarios.run(recorder, progress);
            progress.wipe();
        } else {
            scenarios.run(recorder);
        }
    }

    private void report(ResultDocument document, Catalogue catalogue) {
        var reports = RunReports.installed();
        reports.write(report, document, catalogue, singleFile ? Form.SINGLE_FILE : Form.SITE);
        PrintWriter out = spec.commandLine().getOut();
        out.print(reports.verdictTable(document, catalogue));
        out.println("report: " + report.resolve(singleFile ? "report.html" : "index.html"));
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
