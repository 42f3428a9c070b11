package org.offloadtck.launch.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.command.UnwritableOutputException;
import org.offloadtck.launch.simulate.LaunchRequest;
import org.offloadtck.launch.simulate.PtxFile;
import org.offloadtck.launch.simulate.Simulation;
import org.offloadtck.launch.simulate.SimulationException;
import org.offloadtck.launch.simulate.SimulationReport;
import org.offloadtck.launch.simulate.SimulationSettings;
import org.offloadtck.launch.simulate.SimulationSettings.Clock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
        description = "Runs a kernel of PTX files on a simulated GPU and says what it did.",
        footerHeading = "%nArguments, one --arg for each parameter of the kernel, in order:%n",
        footer = {
            "  1024, -3, 0x1f, 2.5       a number of the parameter's type",
            "  f32:2.5                   a number that says its type",
            "  file:point.bin            the bytes of a structure",
            "  x=f32[1024]               device memory called x, zeros; the name may be left out",
            "  x=f32[1024]:unset         the same, and --check tells when nobody sets it",
            "  x=f32[1024]:fill=1.5      the same number everywhere",
            "  x=u32[64]:seed=7          random numbers; floating point in [0, 1)",
            "  x=f64[]:file=x.bin        the bytes of a file, little-endian; count optional"
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:the kernel ran to its end",
            "1:the kernel did something wrong, or a check found something",
            "2:what was asked for cannot be done"
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
                "may be left out if there is one."
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
            description = {
                "Write a buffer to FILE when the kernel has ended (repeatable):",
                "its bytes, or, if FILE is -, a number a line."
            })
    private List<BufferOutput> outputs = new ArrayList<>();

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = {
                "t4, rtx2060, a100, h100, h200, or an architecture, sm_90,",
                "or both, sm_90/h200;",
                "default: the oldest that runs the code."
            })
    private Optional<String> device = Optional.empty();

    @Option(
            names = "--timing",
            description = "Say how long the launch would take on the device, and why.")
    private boolean timing;

    @Option(
            names = "--trace-out",
            paramLabel = "FILE",
            description = "Write where and when blocks ran, for Perfetto; implies --timing.")
    private List<Path> traces = new ArrayList<>();

    @Option(
            names = "--check",
            paramLabel = "LIST",
            split = ",",
            description = {
                "What to look for besides memory, which is always checked:",
                "races, uninitialised, barriers, leaks, or all."
            })
    private List<String> checks = new ArrayList<>();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of this machine to use (default: one a processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public CommandLine line() {
        return new CommandLine(this).registerConverter(BufferOutput.class, BufferOutput::parse);
    }

    @Override
    public Integer call() {
        try {
            var modules = files.stream().map(SimulateCommand::read).toList();
            var request =
                    new LaunchRequest(
                            named("--kernel", kernel),
                            grid,
                            block,
                            shared,
                            arguments,
                            outputs.stream().map(BufferOutput::name).toList());
            var clock = timing || !traces.isEmpty() ? Clock.RUNNING : Clock.STOPPED;
            var simulation =
                    Simulation.prepare(
                            modules,
                            request,
                            new SimulationSettings(
                                    named("--device", device), checks, clock, threads),
                            UnreadableInputException::read);
            return finish(run(simulation));
        } catch (SimulationException refused) {
            return refuse(String.valueOf(refused.getMessage()));
        }
    }

    /// What an option names, or nothing if it is not given.
    private String named(String option, Optional<String> word) {
        if (word.filter(String::isEmpty).isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), option + " is empty when it should be a name");
        }
        return word.orElse("");
    }

    private SimulationReport run(Simulation simulation) {
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            return simulation.run((_, _) -> {});
        }
        var progress = new BlockProgress(spec.commandLine().getErr(), System::nanoTime);
        var report = simulation.run(progress);
        progress.clear();
        return report;
    }

    private static PtxFile read(Path file) {
        return new PtxFile(file.toString(), UnreadableInputException.readText(file));
    }

    private int refuse(String problem) {
        spec.commandLine().getErr().println("offload-tck simulate: " + problem);
        return ExitCode.USAGE;
    }

    /// Prints what the kernel printed, then its buffers, then the report.
    private int finish(SimulationReport report) {
        var out = spec.commandLine().getOut();
        if (!json) {
            out.print(report.output());
        }
        for (var result : outputs) {
            var buffer = report.buffer(result.name()).orElseThrow();
            if (result.file().equals(STANDARD_OUTPUT)) {
                buffer.numbers().forEach(out::println);
            } else {
                UnwritableOutputException.write(result.file(), buffer.bytes());
            }
        }
        for (var trace : traces) {
            report.timeline()
                    .ifPresent(
                            text -> UnwritableOutputException.write(trace, text.getBytes(UTF_8)));
        }
        out.print(json ? report.json() : report.text());
        out.flush();
        return report.isClean() ? ExitCode.OK : ExitCode.UNEXPECTED;
    }
}
