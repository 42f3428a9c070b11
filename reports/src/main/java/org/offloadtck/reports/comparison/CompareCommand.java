package org.offloadtck.reports.comparison;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.data.DataException;
import org.offloadtck.reports.site.StandalonePage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck compare`: what differs between two runs, and what may have led to it.
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two runs, or a run with a baseline: what regressed, what is fixed, new, flaky or gone,"
                    + " which budgeted figures moved, which requirements were reworded, and what differs between the"
                    + " runs that may have led to each.",
            "Exits with 1 if a result regressed, is flaky, is no longer judged, or is lost."
        })
public final class CompareCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "OLD",
            description = "A folder of a report, its results.json, or a baseline.")
    private Path old = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "NEW",
            description = "A folder of a report, its results.json, or a baseline.")
    private Path now = Path.of("");

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write the comparison as a page.")
    private Path html = Path.of("");

    @Option(
            names = "--update-baseline",
            description = {
                "Write NEW as a baseline to OLD after the comparison, and exit with 0.",
                "OLD is created if there is none."
            })
    private boolean update;

    @Override
    public Integer call() {
        var is = snapshot(now);
        var was = update && Files.notExists(old) ? is : snapshot(old);
        if (update
                && Files.exists(old)
                && !InputFile.readText(old, text -> Baseline.isOne(new BufferedReader(text)))) {
            throw wrong("%s is no baseline, so that it is not replaced by one".formatted(old));
        }
        var comparison = Comparison.of(was, is);
        var out = spec.commandLine().getOut();
        out.print(json ? ComparisonJson.of(comparison) : ComparisonText.of(comparison));
        out.flush();
        if (!html.toString().isEmpty()) {
            var page =
                    StandalonePage.of(
                            "Comparison of two runs",
                            "comparison.jte",
                            Map.of("comparison", comparison));
            OutputFile.write(html, page.getBytes(UTF_8));
        }
        if (update) {
            OutputFile.write(old, Baseline.write(is).getBytes(UTF_8));
            return ExitCode.OK;
        }
        return comparison.hasRegressions() ? ExitCode.UNEXPECTED : ExitCode.OK;
    }

    private Snapshot snapshot(Path place) {
        var file = Files.isDirectory(place) ? place.resolve("results.json") : place;
        try {
            return InputFile.readText(file, text -> snapshot(file.toString(), text));
        } catch (DataException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }

    private static Snapshot snapshot(String source, Reader file) {
        var text = new BufferedReader(file);
        if (!Baseline.isOne(text)) {
            return Snapshot.read(source, text);
        }
        try {
            return Baseline.read(source, text.readAllAsString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
