package org.offloadtck.scenario.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitVersion;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.report.RunReports;
import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.result.KnownOutcomes;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.implementation.store.ArtifactStore;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.process.IsolatedPlugin;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.executable.ExecutablePlatform;
import org.offloadtck.scenario.execution.EarlierRun;
import org.offloadtck.scenario.execution.RunExecution;
import org.offloadtck.scenario.execution.ScenarioGroup;
import org.offloadtck.scenario.execution.ScenarioProgress;
import org.offloadtck.scenario.record.Interruption;
import org.offloadtck.scenario.record.ListedScenario;
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

    @Mixin private SelectionOption selection = new SelectionOption();

    @Mixin private ImplementationOption implementations = new ImplementationOption();

    @Mixin private LlvmBuildOption build = new LlvmBuildOption();

    @Mixin private RerunOption rerun = new RerunOption();

    @Mixin private ResumeOption resume = new ResumeOption();

    @Mixin private PlanOption plan = new PlanOption();

    @Mixin private ScheduleOption schedule = new ScheduleOption();

    @Option(
            names = "--no-cache",
            description = "Build all programs anew, and keep none of the builds for later runs.")
    private boolean noCache;

    @Option(names = "--list", description = "List the scenarios that would run, and run none.")
    private boolean list;

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
        var plugins = IsolatedPlugin.installed();
        selection.require(plugins);
        var planned = plan.run();
        try {
            return run(plugins, planned);
        } finally {
            planned.ifPresent(PlannedRun::close);
        }
    }

    private int run(List<DevicePlugin> plugins, Optional<PlannedRun> planned) {
        var scheduled = schedule.schedule();
        planned.ifPresent(run -> selection = run.selection());
        var judged = planned.map(PlannedRun::judged).orElseGet(this::implementations);
        var groups =
                planned.map(PlannedRun::groups)
                        .orElseGet(
                                () -> selection.groups(ScenarioRun.list(), judged, rerun.failed()));
        if (list) {
            return list(groups);
        }
        if (plan.isShard()) {
            planned.ifPresent(run -> report = run.shardFolder(report));
        }
        makeReportFolder();
        writePlan(groups);
        var catalogue = catalogue();
        var known = knownOutcomes.outcomes(catalogue);
        var replays = new ReplayFolders(report);
        var selected =
                plugins.stream().filter(plugin -> selection.includes(plugin.name())).toList();
        Function<List<Result>, RunSubject> subject =
                results -> subject(results, catalogue, known, judged, selected);
        var clock = RunClock.start();
        var earlier = resume.run(subject, scheduled.retries());
        var execution = new RunExecution(groups, scheduled, known, earlier, replays.root());
        var progress = progress(execution);
        ExecutablePlatform.keepBuilds(
                noCache ? Optional.empty() : ArtifactStore.ofUser(System.getenv()));
        return Interruption.allowing(
                () -> execution.run(progress),
                () -> {
                    progress.end();
                    var results = replays.located(execution.results());
                    var document =
                            new ResultDocument(
                                    subject.apply(EarlierRun.judged(results)),
                                    execution.records(),
                                    results,
                                    clock.circumstances(
                                            spec, execution.times(), earlier.milliseconds()));
                    replays.write(document, JudgedParts.words(judged), System.getenv());
                    return planned.map(run -> report(run, document, catalogue))
                            .orElseGet(() -> report(document, catalogue));
                });
    }

    /// The requirements of the kit.
    static Catalogue catalogue() {
        return Catalogue.load(
                SpecificationFolder.ofResources(RunCommand.class.getClassLoader(), "corpus/spec"));
    }

    /// This kit.
    static RunSubject.Kit kit(Catalogue catalogue) {
        return new RunSubject.Kit(
                KitVersion.current(),
                KitVersion.commit(),
                catalogue.sha256(),
                catalogue.requirementHashes());
    }

    private RunSubject subject(
            List<Result> results,
            Catalogue catalogue,
            KnownOutcomes known,
            List<Judged> judged,
            List<DevicePlugin> plugins) {
        return new RunSubject(
                kit(catalogue),
                new RunSubject.Selection(
                        selection.devices(),
                        selection.profiles(),
                        judged.stream().map(Judged::option).toList(),
                        selection.tags(),
                        known.waiverUses(results),
                        known.exclusionUses(results)),
                JudgedParts.implementations(results, judged),
                JudgedParts.devices(plugins, results));
    }

    private ScenarioProgress progress(RunExecution execution) {
        boolean isTerminal =
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        return new ScenarioProgress(
                spec.commandLine().getErr(), isTerminal, execution.count(), System::nanoTime);
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

    /// Writes which scenarios the run is to judge, before it begins: what `package` holds it to.
    private void writePlan(List<ScenarioGroup> groups) {
        var lines =
                groups.stream()
                        .flatMap(group -> group.scenarios().stream())
                        .map(ListedScenario::example)
                        .map(example ->
                                ResultIdentity.exampleKey(example.id(), example.parameters()))
                        .sorted()
                        .map(line -> line + "\n")
                        .collect(Collectors.joining());
        OutputFile.write(report.resolve(RunReports.PLAN), lines.getBytes(UTF_8));
    }

    /// The implementations that `--implementation` names. A scenario with a toolchain has that
    /// toolchain's profile, so that no scenario has both a step with a profile and a toolchain.
    private List<Judged> implementations() {
        var judged = new ArrayList<>(implementations.implementations());
        build.toolchain().ifPresent(each -> judged.add(implementations.judged(build.word(), each)));
        if (!judged.isEmpty() && !selection.profiles().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--profile is given with --implementation when it should be without: a toolchain has the profile of its descriptor");
        }
        return judged;
    }

    /// Prints the place, the title and the parameters of each scenario.
    private int list(List<ScenarioGroup> groups) {
        var out = spec.commandLine().getOut();
        for (var group : groups) {
            for (var scenario : group.scenarios()) {
                out.println(
                        "%s  %s%s"
                                .formatted(
                                        scenario.tagged().place(),
                                        group.title(scenario),
                                        scenario.example().text()));
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    /// Writes the reports into `folder`, and prints the verdicts.
    ///
    /// @return the exit status
    static int report(
            CommandSpec spec, Output output, ResultDocument document, Catalogue catalogue) {
        var reports = RunReports.installed();
        reports.write(output.folder(), document, catalogue, output.form());
        PrintWriter out = spec.commandLine().getOut();
        out.print(reports.verdictTable(document, catalogue));
        out.println("report: " + output.page());
        out.flush();
        return exitCode(document);
    }

    /// Where and how a report is written.
    record Output(Path folder, Form form) {

        private Path page() {
            return folder.resolve(form == Form.SINGLE_FILE ? "report.html" : "index.html");
        }
    }

    /// Writes the results of a shard, or the reports of a whole plan. Writes nothing if the run was
    /// interrupted: a shard is judged to its end, or not at all.
    ///
    /// @return the exit status
    private int report(PlannedRun run, ResultDocument found, Catalogue catalogue) {
        if (found.results().stream().anyMatch(EarlierRun::isInterrupted)) {
            spec.commandLine()
                    .getErr()
                    .println("interrupted: no results were written; run the same command again");
            return ExitCode.HARNESS_ERROR;
        }
        var document = run.document(found);
        var file = report.resolve("results.json");
        OutputFile.replace(file, document.toJson().getBytes(UTF_8));
        if (!plan.isShard()) {
            return report(run.whole(document), catalogue);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(RunReports.installed().verdictTable(document, catalogue));
        out.println("results: " + file);
        out.flush();
        return exitCode(document);
    }

    private int report(ResultDocument document, Catalogue catalogue) {
        int status = report(spec, new Output(report, form()), document, catalogue);
        long left = document.results().stream().filter(EarlierRun::isInterrupted).count();
        if (left > 0) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(
                    "interrupted: %d of %d scenarios were not judged; '--resume %s' with the same options judges them"
                            .formatted(left, document.results().size(), report));
            out.flush();
        }
        return status;
    }

    private Form form() {
        return singleFile ? Form.SINGLE_FILE : Form.SITE;
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
