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
import org.offloadtck.emulation.inject.InjectedFault;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.figures.FigureOutOfRangeException;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The options of `offload-tck exec`: what stands before `--` on its command line.
@Command(
        name = "offload-tck exec",
        customSynopsis = ExecOptions.SYNOPSIS,
        description = "Runs a program on the simulated GPU and says what its kernels did.",
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "N:that of the program",
            "128+N:the program was ended by signal N",
            "1:there were findings and --fail-on-findings was given, or FILE cannot be written",
            "2:the options were wrong",
            "70:there is no device server, or it has ended",
            "127:the program cannot be started"
        })
public final class ExecOptions {

    static final String SYNOPSIS = "offload-tck exec [OPTIONS] -- PROGRAM [ARGUMENTS]";

    /// Exit status of a command line that was wrong.
    private static final int USAGE = 2;

    /// As many as the largest machine with one driver has (NVIDIA DGX-2 user guide: 16 GPUs).
    private static final int MOST_DEVICES = 16;

    /// The oldest, since images for older architectures of its generation run on it too.
    private static final DeviceSpec DEFAULT_DEVICE = DeviceSpec.all().getFirst();

    /// What a command line asks for.
    public sealed interface Parsed {

        record Options(ExecOptions options) implements Parsed {}

        /// Text to print instead of running anything, whole lines: help, or what is wrong.
        record Answer(String text, int exitStatus) implements Parsed {}
    }

    private TimedDevice timedDevice = TimedDevice.of(DEFAULT_DEVICE);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--device",
            paramLabel = "NAME",
            converter = ExecOptionConverters.DeviceConverter.class,
            description = {
                "The device there is: t4, rtx2060, a100, h100 or h200.",
                "Programs are compiled for one: sm_75, sm_80 or sm_90. Default: t4."
            })
    private DeviceSpec device = DEFAULT_DEVICE;

    @Option(names = "--devices", paramLabel = "N", description = "How many of it there are: 1.")
    private int devices = 1;

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            converter = ExecOptionConverters.RuntimeConverter.class,
            description = {
                "Whose libomptarget.so the program uses: own, the one it was linked with, or",
                "reference, the kit's, which says what rule the program breaks. Default: own."
            })
    private RuntimeLibrary runtime = RuntimeLibrary.OWN;

    @Option(
            names = "--check",
            paramLabel = "LIST",
            split = ",",
            converter = ExecOptionConverters.CheckConverter.class,
            description = {
                "What to look for besides memory, which is always checked: leaks, uninitialised,"
                        + " races, barriers, or all.",
                "Several are separated by commas."
            })
    private List<ExecOptionConverters.Wanted> wanted = new ArrayList<>();

    @Option(
            names = "--inject",
            paramLabel = "SPEC",
            converter = ExecOptionConverters.FaultConverter.class,
            description = {
                "A fault the driver is to report (repeatable), in each process:",
                "no-device, oom@N, launch-failure@N, copy-failure@N, device-lost@N, where N says at"
                        + " which allocation, launch, copy or call, from 1."
            })
    private List<InjectedFault> injections = new ArrayList<>();

    @Option(
            names = "--api-trace",
            description = "List every driver call, its arguments and its result.")
    private boolean apiTrace;

    @Option(
            names = "--timing",
            description =
                    "Say how many cycles each kernel takes on the device. Takes several times as"
                            + " long.")
    private boolean timing;

    @Option(
            names = "--figure",
            paramLabel = "NAME=VALUE",
            description = {
                "Time as if the device had another figure (repeatable), within what is published,",
                "as calibrate prints it: dram_bandwidth=250000."
            })
    private Map<String, Long> figures = new LinkedHashMap<>();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Also write what the kernels did to FILE, as JSON.")
    private Optional<String> report = Optional.empty();

    @Option(
            names = "--fail-on-findings",
            description = "Exit with 1 if there were findings and the program exited with 0.")
    private boolean failOnFindings;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    private ExecOptions() {}

    /// What applies to programs that run without `offload-tck exec`.
    public static ExecOptions defaults() {
        return new ExecOptions();
    }

    /// Reads the arguments before `--`.
    public static Parsed parse(List<String> arguments) {
        var options = new ExecOptions();
        var line = new CommandLine(options);
        try {
            line.parseArgs(arguments.toArray(String[]::new));
            options.validate();
        } catch (UnmatchedArgumentException fault) {
            return usageError(
                    "'%s' is no option; the program comes after --"
                            .formatted(fault.getUnmatched().getFirst()));
        } catch (ParameterException fault) {
            return usageError(String.valueOf(fault.getMessage()));
        }
        return options.help
                ? new Parsed.Answer(line.getUsageMessage(), 0)
                : new Parsed.Options(options);
    }

    /// The answer to a command line in which `problem` is wrong.
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
            throw new ParameterException(spec.commandLine(), "--figure: " + problem.getMessage());
        }
        require(figures.isEmpty() || timing, "--figure is about --timing, which is not given");
        require(
                devices >= 1 && devices <= MOST_DEVICES,
                "--devices is %d when it should be from 1 to %d".formatted(devices, MOST_DEVICES));
        require(
                report.filter(String::isEmpty).isEmpty(),
                "--report is empty when it should name a file");
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

    /// What the devices are like.
    public DeviceSpec device() {
        return device;
    }

    /// The device with its timing figures, those of `--figure` among them.
    public TimedDevice timedDevice() {
        return timedDevice;
    }

    /// How many devices there are, 1 or more.
    public int devices() {
        return devices;
    }

    /// Whose offload runtime the programs use.
    public RuntimeLibrary runtime() {
        return runtime;
    }

    /// What the run looks for; memory always.
    public Set<Check> checks() {
        var all = EnumSet.of(Check.MEMORY);
        wanted.forEach(each -> all.addAll(each.checks()));
        return all;
    }

    /// The faults each process is to meet.
    public List<InjectedFault> injections() {
        return List.copyOf(injections);
    }

    /// Whether launches are timed.
    public boolean timing() {
        return timing;
    }

    /// Figures of the device that are not those of its tables, by their names there.
    public Map<String, Long> figures() {
        return Collections.unmodifiableMap(figures);
    }

    public boolean apiTrace() {
        return apiTrace;
    }

    /// Where the JSON report goes, by a path relative to the folder of whoever started the run.
    public Optional<String> reportFile() {
        return report;
    }

    public boolean failOnFindings() {
        return failOnFindings;
    }
}
