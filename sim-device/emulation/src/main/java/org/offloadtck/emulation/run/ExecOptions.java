package org.offloadtck.emulation.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.data.DataException;
import org.offloadtck.emulation.fallback.ExecutedProgram;
import org.offloadtck.emulation.inject.InjectedFault;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.launch.budget.KernelBudgets;
import org.offloadtck.launch.command.BudgetOption;
import org.offloadtck.launch.command.InterleaveOption;
import org.offloadtck.launch.command.KernelProfileOption;
import org.offloadtck.launch.command.SuppressionOptions;
import org.offloadtck.launch.command.TimeLimit;
import org.offloadtck.launch.profile.document.ProfileFiles;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.figures.FigureOutOfRangeException;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The options of `offload-tck exec`: the words before `--` on its command line.
@Command(
        name = "offload-tck exec",
        customSynopsis = ExecOptions.SYNOPSIS,
        description = "Runs a program on the simulated GPU and reports what its kernels did.",
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "N:exit status of the program",
            "signal N:signal N ended the program; a shell shows 128+N",
            "1:a program with kernels in its images ran none, there are findings and"
                    + " --fail-on-findings is given, a budget is not kept, or FILE cannot be"
                    + " written",
            "2:the options are wrong",
            "70:the device server cannot be started, or it has ended",
            "124:the time limit was reached",
            "127:the program cannot be started"
        })
public final class ExecOptions {

    static final String SYNOPSIS = "offload-tck exec [OPTIONS] -- PROGRAM [ARGUMENTS]";

    /// Exit status for a wrong command line.
    private static final int USAGE = 2;

    /// Most devices of a machine (NVIDIA DGX-2 user guide: 16 GPUs).
    private static final int MOST_DEVICES = 16;

    /// The oldest device: it also runs images for older architectures of its generation.
    private static final DeviceSpec DEFAULT_DEVICE = DeviceSpec.all().getFirst();

    /// The first architecture with unified memory by default. Drivers give HMM to older ones, too
    /// (NVIDIA, *Simplifying GPU Application Development with Heterogeneous Memory Management*:
    /// Turing or newer); for those it is an option.
    private static final int UNIFIED_MEMORY_SM = 90;

    /// A parsed command line.
    public sealed interface Parsed {

        record Options(ExecOptions options) implements Parsed {}

        /// A text to print instead of running a program, in whole lines: the help or the error.
        record Answer(String text, int exitStatus) implements Parsed {}
    }

    private Suppressions suppressions = Suppressions.NONE;
    private KernelBudgets budgets = KernelBudgets.NONE;
    private ProfileFiles profiles = ProfileFiles.NONE;
    private TimedDevice timedDevice = TimedDevice.of(DEFAULT_DEVICE);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--device",
            paramLabel = "NAME",
            converter = ExecOptionConverters.DeviceConverter.class,
            description = {
                "The simulated device: t4, rtx2060, a100, a40, l40, h100, h200, b200 or rtx5090.",
                "Compile programs for its architecture: sm_75 for t4 and rtx2060, sm_80 for a100,",
                "sm_86 for a40, sm_89 for l40, sm_90 for h100 and h200, sm_100 for b200, sm_120 for",
                "rtx5090. Default: t4."
            })
    private DeviceSpec device = DEFAULT_DEVICE;

    @Option(names = "--devices", paramLabel = "N", description = "Number of devices. Default: 1.")
    private int devices = 1;

    @Option(
            names = "--unified-memory",
            negatable = true,
            description = {
                "Let kernels access all memory of the program, as HMM does on Linux; --no-unified-memory",
                "forbids it. Default: as on the device, h100 and h200 permit it."
            })
    private Optional<Boolean> unifiedMemory = Optional.empty();

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            converter = ExecOptionConverters.RuntimeConverter.class,
            description = {
                "The libomptarget.so of the program: own, the one it was linked with, or",
                "reference, the kit's, which reports violated rules. Default: own."
            })
    private RuntimeLibrary runtime = RuntimeLibrary.OWN;

    @Option(
            names = "--check",
            paramLabel = "LIST",
            split = ",",
            converter = ExecOptionConverters.CheckConverter.class,
            description = {
                "Checks besides memcheck, which always runs: leakcheck (or leaks), initcheck"
                        + " (uninitialised), racecheck (races), synccheck (barriers), all of these,",
                "or initcheck-loads: also uninitialised values that are only copied.",
                "Separate several by commas."
            })
    private List<ExecOptionConverters.Wanted> wanted = new ArrayList<>();

    @Mixin private SuppressionOptions suppressionOptions = new SuppressionOptions();

    @Mixin private BudgetOption budgetOption = new BudgetOption();

    @Mixin private TimeLimit timeLimit = new TimeLimit();

    @Mixin private ClientEnvironment environment = new ClientEnvironment();

    @Mixin private InterleaveOption interleave = new InterleaveOption();

    @Option(
            names = "--inject",
            paramLabel = "SPEC",
            converter = ExecOptionConverters.FaultConverter.class,
            description = {
                "A fault that the driver reports in each process (repeatable):",
                "no-device, oom@N, launch-failure@N, copy-failure@N, device-lost@N, where N is the"
                        + " number of the allocation, launch, copy or call, from 1."
            })
    private List<InjectedFault> injections = new ArrayList<>();

    @Option(
            names = "--api-trace",
            description = "Print every driver call with its arguments and its result.")
    private boolean apiTrace;

    @Option(
            names = "--timing",
            description =
                    "Estimate the cycles of each kernel on the device. Runs several times as"
                            + " long.")
    private boolean timing;

    @Mixin private KernelProfileOption profileOption = new KernelProfileOption();

    @Option(
            names = "--figure",
            paramLabel = "NAME=VALUE",
            description = {
                "Replace a timing figure of the device (repeatable) within its published range,",
                "named as calibrate prints it: dram_bandwidth=250000."
            })
    private Map<String, Long> figures = new LinkedHashMap<>();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the report to FILE as JSON, too.")
    private Optional<String> report = Optional.empty();

    @Option(
            names = "--report-file",
            paramLabel = "FILE",
            description = "Write the report to FILE instead of standard error.")
    private Optional<String> text = Optional.empty();

    @Option(
            names = "--allow-host-fallback",
            description =
                    "Exit with 0 if the program exits with 0, although it or a program that it"
                            + " starts has device images and runs no kernel.")
    private boolean allowHostFallback;

    @Option(
            names = "--fail-on-findings",
            description = "Exit with 1 if there are findings and the program exits with 0.")
    private boolean failOnFindings;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    private ExecOptions() {}

    /// The options for programs that run without `offload-tck exec`.
    public static ExecOptions defaults() {
        return new ExecOptions();
    }

    /// Parses the words before `--`.
    public static Parsed parse(List<String> arguments) {
        var options = new ExecOptions();
        var line = new CommandLine(options);
        try {
            line.parseArgs(arguments.toArray(String[]::new));
            options.validate();
        } catch (UnmatchedArgumentException fault) {
            return usageError(
                    "'%s' is not an option; the program comes after --"
                            .formatted(fault.getUnmatched().getFirst()));
        } catch (ParameterException fault) {
            return usageError(String.valueOf(fault.getMessage()));
        }
        return options.help
                ? new Parsed.Answer(line.getUsageMessage(), 0)
                : new Parsed.Options(options);
    }

    /// The answer to a wrong command line.
    public static Parsed.Answer usageError(String problem) {
        return new Parsed.Answer(
                """
                offload-tck exec: %s
                Usage: %s; --help lists the options
                """
                        .formatted(problem, SYNOPSIS),
                USAGE);
    }

    private void validate() {
        try {
            timedDevice = TimedDevice.of(device).with(Quantity.named(figures));
        } catch (FigureOutOfRangeException problem) {
            throw new ParameterException(
                    spec.commandLine(), "--figure: " + problem.getMessage(), problem);
        }
        try {
            suppressions = suppressionOptions.read(environment.directory());
        } catch (DataException | UnreadableInputException problem) {
            throw new ParameterException(
                    spec.commandLine(), "--suppressions: " + problem.getMessage(), problem);
        }
        try {
            budgets = budgetOption.read(environment.directory());
        } catch (DataException | UnreadableInputException problem) {
            throw new ParameterException(
                    spec.commandLine(), "--budget: " + problem.getMessage(), problem);
        }
        profiles =
                profileOption
                        .files(environment.directory())
                        .orElseThrow(() ->
                                new ParameterException(
                                        spec.commandLine(), profileOption.problem()));
        require(
                timing() || !budgets.needTiming(),
                "--budget has budgets for cycles, which need --timing");
        require(figures.isEmpty() || timing(), "--figure is about --timing, which is not given");
        require(
                devices >= 1 && devices <= MOST_DEVICES,
                "--devices is %d when it should be from 1 to %d".formatted(devices, MOST_DEVICES));
        require(
                report.filter(String::isEmpty).isEmpty(),
                "--report is empty when it should name a file");
        require(
                text.filter(String::isEmpty).isEmpty(),
                "--report-file is empty when it should name a file");
        require(
                runtime != RuntimeLibrary.REFERENCE || (!apiTrace && injections.isEmpty()),
                "%s is about the driver, which programs do not use with --runtime=reference"
                        .formatted(apiTrace ? "--api-trace" : "--inject"));
    }

    private void require(boolean met, String problem) {
        if (!met) {
            throw new ParameterException(spec.commandLine(), problem);
        }
    }

    /// The device specification.
    public DeviceSpec device() {
        return device;
    }

    /// The device with its timing figures, those of `--figure` among them.
    public TimedDevice timedDevice() {
        return timedDevice;
    }

    /// Whether kernels access all memory of the program.
    public boolean unifiedMemory() {
        return unifiedMemory.orElse(device.sm() >= UNIFIED_MEMORY_SM);
    }

    /// The number of devices, 1 or more.
    public int devices() {
        return devices;
    }

    /// The offload runtime that the programs use.
    public RuntimeLibrary runtime() {
        return runtime;
    }

    /// The turns of the warps of a block.
    public WarpTurns warpTurns() {
        return interleave.turns(checks());
    }

    /// The checks of the run; memory is always checked.
    public Set<Check> checks() {
        var all = EnumSet.of(Check.MEMCHECK);
        wanted.forEach(each -> all.addAll(each.checks()));
        return all;
    }

    /// The findings that are counted only.
    public Suppressions suppressions() {
        return suppressions;
    }

    /// What the kernels may cost.
    public KernelBudgets budgets() {
        return budgets;
    }

    /// The faults to inject into each process.
    public List<InjectedFault> injections() {
        return List.copyOf(injections);
    }

    /// Whether launches are timed.
    public boolean timing() {
        return timing || profileOption.isGiven();
    }

    /// How much of a timed launch is recorded.
    public TimingDetail detail() {
        return profileOption.isGiven() ? TimingDetail.INSTRUCTIONS : TimingDetail.LAUNCH;
    }

    /// The files for profiles, relative to the working directory of `exec`.
    ProfileFiles profiles() {
        return profiles;
    }

    /// Timing figures that replace those of the device's tables, by name.
    public Map<String, Long> figures() {
        return Collections.unmodifiableMap(figures);
    }

    public boolean apiTrace() {
        return apiTrace;
    }

    /// The file for the report as text, relative to the working directory of `exec`; empty for
    /// standard error.
    Optional<String> textFile() {
        return text;
    }

    /// The file for the JSON report, relative to the working directory of `exec`.
    public Optional<String> reportFile() {
        return report;
    }

    /// The time after which the program is ended.
    TimeLimit timeLimit() {
        return timeLimit;
    }

    /// Whether `exec` shows the progress on a terminal.
    boolean showsProgress() {
        return environment.hasTerminal();
    }

    /// The program, as `exec` started it.
    ExecutedProgram program() {
        return environment.program();
    }

    /// Whether a program with device images may run no kernel.
    boolean allowsHostFallback() {
        return allowHostFallback
                || injections.stream()
                        .anyMatch(fault -> fault.kind() == InjectedFault.Kind.NO_DEVICE);
    }

    public boolean failOnFindings() {
        return failOnFindings;
    }
}
