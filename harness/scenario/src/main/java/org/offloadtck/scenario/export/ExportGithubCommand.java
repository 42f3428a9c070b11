package org.offloadtck.scenario.export;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.offloadtck.command.ExitCode;
import org.offloadtck.scenario.command.PlanOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck export github`.
@Command(
        name = "github",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a workflow with a matrix of the shards of a plan and a job that merges the"
                    + " results.",
            "The repository has the kit, whose launcher is ./offload-tck, and the plan."
        })
public final class ExportGithubCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "PLAN",
            description = "What 'plan' wrote, by its path in the repository.")
    private Path plan = Path.of("");

    @Option(
            names = "--runs-on",
            paramLabel = "LABEL",
            description = "The machines (default: ${DEFAULT-VALUE}).")
    private String runner = "ubuntu-latest";

    @Option(
            names = "--gpu-runs-on",
            paramLabel = "LABEL",
            description = "The machines of shards that need a GPU (default: ${DEFAULT-VALUE}).")
    private String gpuRunner = "gpu";

    @Override
    public Integer call() {
        var workflow =
                new GithubWorkflow(PlanOption.read(spec, plan), plan.toString(), runner, gpuRunner);
        try {
            var out = spec.commandLine().getOut();
            out.print(workflow.document().toYaml());
            out.flush();
            return ExitCode.OK;
        } catch (IllegalArgumentException fault) {
            throw new ParameterException(
                    spec.commandLine(), "%s: %s".formatted(plan, fault.getMessage()), fault);
        }
    }
}
