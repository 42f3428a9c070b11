package org.offloadtck.launch.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.launch.simulate.SimulationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck sweep`: what programs would take on other devices.
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = {
            "Times programs on variants of a simulated device: each program is executed once, and its trace is"
                    + " replayed on a device for each combination of the figures to vary.",
            "FILE is YAML: device, vary (figures with lists of values), programs (files, kernel, grid, block,"
                    + " arguments as of simulate); docs/sweep.md explains it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every program ran to its end",
            "1:a program is invalid or faulted; the others are timed",
            "2:the file is invalid"
        })
public final class SweepCommand implements Subcommand {

    private static final Pattern SHARD = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "FILE", description = "The sweep.")
    private Path file = Path.of("");

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write a line for each program on each device.")
    private Optional<Path> csv = Optional.empty();

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Write a picture: a row for each program, a column for each device.")
    private Optional<Path> svg = Optional.empty();

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = {
                "Do the part I of N only, counted from 0 (default: 0/1).",
                "The CSV files of all parts, one after another, are that of the whole."
            })
    private String shard = "0/1";

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Programs at a time (default: one per processor).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() {
        var part = shard();
        if (jobs < 1) {
            throw wrong("--jobs is %d when it should be 1 or more".formatted(jobs));
        }
        try {
            var text = new DataText(file.toString(), InputFile.readText(file));
            var sweep = SweepFile.read(text, file.toAbsolutePath().resolveSibling(""));
            return show(sweep, part);
        } catch (DataException problem) {
            throw wrong(String.valueOf(problem.getMessage()));
        } catch (SimulationException problem) {
            throw wrong("%s: %s".formatted(file, problem.getMessage()));
        }
    }

    private int show(Sweep sweep, Sweep.Shard part) {
        var programs = new SweepRun(sweep, part).run(jobs);
        var table = new SweepTable(sweep, programs);
        csv.ifPresent(name -> OutputFile.write(name, table.csv(part).getBytes(UTF_8)));
        svg.ifPresent(
                name -> OutputFile.write(name, SweepChart.svg(sweep, programs).getBytes(UTF_8)));
        var out = spec.commandLine().getOut();
        out.print(table.text());
        out.flush();
        return table.isIncomplete() ? ExitCode.UNEXPECTED : ExitCode.OK;
    }

    private Sweep.Shard shard() {
        var words = SHARD.matcher(shard);
        if (words.matches()) {
            int number = Integer.parseInt(words.group(1));
            int count = Integer.parseInt(words.group(2));
            if (number < count) {
                return new Sweep.Shard(number, count);
            }
        }
        throw wrong("--shard is '%s' when it should be I/N, from 0/16 to 15/16".formatted(shard));
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
