package org.offloadtck.scenario.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.scenario.command.ImplementationOption.Judged;
import org.offloadtck.scenario.record.ExampleOfScenario;
import org.offloadtck.scenario.record.ResultRecorder;
import org.offloadtck.scenario.record.ScenarioRun;
import org.offloadtck.scenario.replay.RecordedResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck replay`: runs the scenario of one result of a report again.
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the scenario of a result again, with the same parameters and implementation.",
            "Exits with 0 if it does not fail, with 1 if it fails, with 125 if it cannot be judged."
        })
public final class ReplayCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The 12 digits by which the report names the result.")
    private String id = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "REPORT",
            description = "Folder of the report (default: ${DEFAULT-VALUE}).")
    private Path report = Path.of("offload-tck-report");

    @Override
    public Integer call() {
        var recorded =
                UserData.read(spec, () -> RecordedResult.find(report, id))
                        .orElseThrow(() ->
                                wrong(
                                        "ID is '%s', which no result of '%s' has, when it should be one of its ids"
                                                .formatted(id, report)));
        var recorder = new ResultRecorder();
        scenarios(recorded).run(recorder);
        var key = recorded.result().identity().key();
        var now =
                recorder.results().stream()
                        .filter(result -> result.identity().key().equals(key))
                        .map(Result::verdict)
                        .findFirst();
        print(recorded, now);
        return now.map(ReplayCommand::status).orElse(ExitCode.NOT_JUDGED);
    }

    private ScenarioRun scenarios(RecordedResult recorded) {
        var example = ExampleOfScenario.of(recorded.result());
        var tried = recorded.result().identity().implementation().toString();
        var implementation =
                recorded.document().subject().selection().implementations().stream()
                        .map(this::judged)
                        .filter(each -> each.id().equals(tried))
                        .findFirst();
        var scenarios =
                ScenarioRun.list().stream()
                        .filter(each -> each.example().equals(example))
                        .filter(each ->
                                implementation
                                        .map(judged -> judged.selects().test(each))
                                        .orElse(true))
                        .toList();
        return new ScenarioRun(
                scenarios, implementation.flatMap(Judged::judged), 1, OptionalLong.empty());
    }

    private Judged judged(String word) {
        var implementations = new ImplementationOption(spec);
        var folder = Path.of(word);
        return Files.isDirectory(folder)
                ? new LlvmBuildOption(spec, folder)
                        .toolchain()
                        .map(toolchain -> implementations.judged(word, toolchain))
                        .orElseThrow()
                : implementations.judged(word);
    }

    private void print(RecordedResult recorded, Optional<Verdict> now) {
        var result = recorded.result();
        var out = spec.commandLine().getOut();
        out.println(result.identity().key());
        out.println("  scenario  " + result.title());
        out.println("  recorded  " + result.verdict().text());
        out.println(
                "  now       "
                        + now.map(Verdict::text)
                                .orElse("not judged: no scenario of this kit gives the result"));
        out.flush();
    }

    private static int status(Verdict verdict) {
        return switch (verdict.standing()) {
            case HELD, WAIVED, EXCLUDED -> ExitCode.OK;
            case UNEXPECTED -> ExitCode.UNEXPECTED;
            case NOT_JUDGED, HARNESS_FAULT -> ExitCode.NOT_JUDGED;
        };
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
