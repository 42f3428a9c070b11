package org.offloadtck.launch.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.data.DataException;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.budget.KernelBudgets;
import org.offloadtck.launch.profile.document.ProfileFiles;
import org.offloadtck.launch.simulate.DeviceSelection;
import org.offloadtck.launch.simulate.ExtentParser;
import org.offloadtck.launch.simulate.KernelArgument;
import org.offloadtck.launch.simulate.KernelArgumentParser;
import org.offloadtck.launch.simulate.LaunchRequest;
import org.offloadtck.launch.simulate.LaunchRequest.KernelSelection;
import org.offloadtck.launch.simulate.PtxFile;
import org.offloadtck.launch.simulate.Simulation;
import org.offloadtck.launch.simulate.SimulationException;
import org.offloadtck.launch.simulate.SimulationOptions;
import org.offloadtck.launch.simulate.SimulationOptions.Timed;
import org.offloadtck.launch.simulate.SimulationReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck simulate`: one kernel of PTX files on a simulated GPU.
@Command(
        name = SimulateCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs a kernel of PTX files on a simulated GPU and reports what it did.",
        footerHeading = "%nArguments, one --arg for each parameter of the kernel, in order:%n",
        footer = {
            "  1024, -3, 0x1f, 2.5       a number of the parameter's type",
            "  f32:2.5                   a number of a stated type",
            "  file:point.bin            the bytes of a structure",
            "  x=f32[1024]               device memory named x, zeros; the name is optional",
            "  x=f32[1024]:unset         the same, uninitialised for --check",
            "  x=f32[1024]:fill=1.5      the same number everywhere",
            "  x=u32[64]:seed=7          random numbers; floating point in [0, 1)",
            "  x=f64[]:file=x.bin        the bytes of a file, little-endian; count optional"
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:the kernel ran to its end",
            "1:the kernel faulted, a check found something, or a budget is not kept",
            "2:the command line or the program is invalid",
            "124:the time limit was reached"
        })
public final class SimulateCommand implements Subcommand {

    public static final String NAME = "simulate";

    /// The file name that means standard output.
    private static final Path STANDARD_OUTPUT = Path.of("-");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE.ptx",
            arity = "1..*",
            description = "Device code; several files are linked.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--kernel",
            paramLabel = "NAME",
            description = {
                "The kernel, by its name in the PTX or in the source;",
                "optional if the program has one kernel."
            })
    private Optional<String> kernel = Optional.empty();

    @Option(
            names = "--grid",
            paramLabel = "X[,Y[,Z]]",
            description = "Blocks of the grid (default: ${DEFAULT-VALUE}).")
    private String grid = "1";

    @Option(
            names = "--block",
            paramLabel = "X[,Y[,Z]]",
            description = "Threads of a block (default: ${DEFAULT-VALUE}).")
    private String block = "1";

    @Option(
            names = "--shared",
            paramLabel = "BYTES",
            description = "Dynamic shared memory of a block (default: ${DEFAULT-VALUE}).")
    private long shared;

    @Option(
            names = "--arg",
            paramLabel = "ARGUMENT",
            description = "An argument; see below (repeatable).")
    private List<String> arguments = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "NAME=FILE",
            converter = BufferOutput.Converter.class,
            description = {
                "Write a buffer to FILE after the launch (repeatable):",
                "its bytes, or, if FILE is -, one number per line."
            })
    private List<BufferOutput> outputs = new ArrayList<>();

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = {
                "t4, rtx2060, a100, a40, l40, h100, h200, b200, rtx5090,",
                "or an architecture, sm_90, or both, sm_90/h200;",
                "default: the oldest that executes the code."
            })
    private Optional<String> device = Optional.empty();

    @Option(
            names = "--timing",
            description = "Report the time of the launch on the device, and its causes.")
    private boolean timing;

    @Option(
            names = "--trace-out",
            paramLabel = "FILE",
            description = "Write a timeline of the blocks for Perfetto; implies --timing.")
    private List<Path> traces = new ArrayList<>();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = {
                "Launch the kernel N times (default: ${DEFAULT-VALUE}). A timed launch finds",
                "in the second-level cache what the launch before it left; the first",
                "finds it empty."
            })
    private int repeat = 1;

    @Mixin private KernelProfileOption profile = new KernelProfileOption();

    @Option(
            names = "--check",
            paramLabel = "LIST",
            split = ",",
            description = {
                "The checks besides memcheck, which always runs: racecheck (or races),",
                "initcheck (uninitialised), synccheck (barriers), leakcheck (leaks), all of these,",
                "or initcheck-loads: also uninitialised values that are only copied."
            })
    private List<String> checks = new ArrayList<>();

    @Mixin private SuppressionOptions suppressions = new SuppressionOptions();

    @Mixin private BudgetOption budget = new BudgetOption();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Host threads to use (default: one per processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Mixin private InterleaveOption interleave = new InterleaveOption();
    @Mixin private TimeLimit timeLimit = new TimeLimit();

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    private boolean hasExpired;

    @Override
    public Integer call() {
        try (var lifetime = Arena.ofShared()) {
            var modules = files.stream().map(SimulateCommand::read).toList();
            var budgets = budgets();
            var profiles = profiles();
            return finish(
                    run(Simulation.prepare(modules, request(), options(), lifetime)),
                    budgets,
                    profiles);
        } catch (SimulationException problem) {
            spec.commandLine().getErr().println("offload-tck simulate: " + problem.getMessage());
            return ExitCode.USAGE;
        }
    }

    private static void write(String file, String text) {
        if (file.endsWith("/")) {
            OutputFile.createFolder(Path.of(file));
        } else {
            OutputFile.write(Path.of(file), text.getBytes(UTF_8));
        }
    }

    private LaunchRequest request() {
        var selection =
                named("--kernel", kernel)
                        .<KernelSelection>map(KernelSelection.Named::new)
                        .orElse(KernelSelection.Only.ONLY);
        var parsed = new ArrayList<KernelArgument>();
        for (var argument : arguments) {
            var place = "--arg %d".formatted(parsed.size() + 1);
            parsed.add(new KernelArgumentParser(place, argument, Path.of("")).parse());
        }
        return new LaunchRequest(
                selection,
                new ExtentParser("--grid", LaunchShape.MAX_GRID).parse(grid),
                new ExtentParser("--block", LaunchShape.MAX_CTA).parse(block),
                shared,
                parsed,
                outputs.stream().map(BufferOutput::name).toList());
    }

    private SimulationOptions options() {
        var selection =
                named("--device", device)
                        .map(SimulateCommand::device)
                        .orElse(DeviceSelection.Oldest.OLDEST);
        var all = EnumSet.noneOf(Check.class);
        checks.forEach(word -> all.addAll(check(word)));
        return new SimulationOptions(
                selection, all, suppressions(), timed(), repeat, threads, interleave.turns(all));
    }

    private Timed timed() {
        if (profile.isGiven()) {
            return Timed.PROFILED;
        }
        return isTimed() ? Timed.YES : Timed.NO;
    }

    private Suppressions suppressions() {
        try {
            return suppressions.read(Path.of(""));
        } catch (DataException fault) {
            throw new SimulationException(String.valueOf(fault.getMessage()), fault);
        }
    }

    private KernelBudgets budgets() {
        KernelBudgets budgets;
        try {
            budgets = budget.read(Path.of(""));
        } catch (DataException fault) {
            throw new SimulationException(String.valueOf(fault.getMessage()), fault);
        }
        if (budgets.needTiming() && !isTimed()) {
            throw new SimulationException("--budget has budgets for cycles, which need --timing");
        }
        return budgets;
    }

    private ProfileFiles profiles() {
        return profile.files(Path.of(""))
                .orElseThrow(() -> new SimulationException(profile.problem()));
    }

    private boolean isTimed() {
        return timing || !traces.isEmpty() || profile.isGiven();
    }

    private static DeviceSelection device(String word) {
        return DeviceSpec.named(word)
                .map(DeviceSelection.Given::new)
                .orElseThrow(() ->
                        new SimulationException(
                                "--device is '%s' when the devices are %s"
                                        .formatted(word, DeviceSelection.knownDevices())));
    }

    private static Set<Check> check(String word) {
        return Check.of(word)
                .orElseThrow(() ->
                        new SimulationException(
                                "--check has '%s' when it should have some of %s"
                                        .formatted(word, Check.words())));
    }

    /// The value of an option that names something, if the option is given.
    private Optional<String> named(String option, Optional<String> word) {
        if (word.filter(String::isEmpty).isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), option + " is empty when it should be a name");
        }
        return word;
    }

    private SimulationReport run(Simulation simulation) {
        var launch = simulation.running(System::nanoTime);
        var err = spec.commandLine().getErr();
        var terminal =
                StandardError.isTerminal() ? Optional.of(err) : Optional.<PrintWriter>empty();
        var watch = LaunchWatch.start(launch, timeLimit, terminal);
        try (watch) {
            return simulation.run(launch);
        } finally {
            hasExpired = watch.hasExpired();
            if (hasExpired) {
                err.println("offload-tck simulate: " + timeLimit.message(launch.text()));
            }
        }
    }

    private static PtxFile read(Path file) {
        return new PtxFile(file.toString(), InputFile.readText(file));
    }

    /// Prints what the kernel printed, then its buffers, then the report.
    private int finish(SimulationReport report, KernelBudgets budgets, ProfileFiles profiles) {
        var out = spec.commandLine().getOut();
        if (!json) {
            out.print(report.output());
        }
        for (var result : outputs) {
            var buffer = report.buffer(result.name()).orElseThrow();
            if (result.file().equals(STANDARD_OUTPUT)) {
                buffer.numbers().forEach(out::println);
            } else {
                OutputFile.write(result.file(), buffer.bytes());
            }
        }
        for (var trace : traces) {
            report.timeline().ifPresent(text -> OutputFile.write(trace, text.getBytes(UTF_8)));
        }
        profiles.contents(report.profiles()).forEach(SimulateCommand::write);
        var judged = budgets.judge(report.device(), List.of(report.figures()));
        out.print(json ? report.json(judged) : report.text() + profiles.summary(report.profiles()));
        out.flush();
        spec.commandLine().getErr().print(judged.text());
        spec.commandLine().getErr().flush();
        if (hasExpired) {
            return ExitCode.TIME_LIMIT;
        }
        return report.isClean() && !judged.isBroken() ? ExitCode.OK : ExitCode.UNEXPECTED;
    }
}
