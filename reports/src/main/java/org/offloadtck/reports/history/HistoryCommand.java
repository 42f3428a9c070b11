package org.offloadtck.reports.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

/// `offload-tck history`: verdicts and budgeted figures over several runs.
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = "Shows how verdicts and budgeted figures moved over several runs.")
public final class HistoryCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULTS",
            description = "Folders of reports, or their results.json, in any order.")
    private List<Path> results = List.of();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write the history as a page with charts.")
    private Path html = Path.of("");

    @Override
    public Integer call() {
        var history = new RunHistory(results.stream().map(this::run).toList());
        var out = spec.commandLine().getOut();
        out.print(HistoryText.of(history));
        out.flush();
        if (!html.toString().isEmpty()) {
            var page =
                    StandalonePage.of(
                            "History of %d runs".formatted(history.runs().size()),
                            "history.jte",
                            Map.of("history", history));
            OutputFile.write(html, page.getBytes(UTF_8));
        }
        return ExitCode.OK;
    }

    private PastRun run(Path place) {
        var file = Files.isDirectory(place) ? place.resolve("results.json") : place;
        try {
            return InputFile.readText(file, text -> PastRun.read(file.toString(), text));
        } catch (DataException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }
}
