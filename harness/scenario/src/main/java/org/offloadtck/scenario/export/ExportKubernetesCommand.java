package org.offloadtck.scenario.export;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.data.JsonObject;
import org.offloadtck.scenario.command.PlanOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck export kubernetes`.
@Command(
        name = "kubernetes",
        mixinStandardHelpOptions = true,
        description = {
            "Prints an Indexed Job for the shards of a plan, another for those that need a GPU, and"
                    + " a suspended Job that merges the results.",
            "The volume of the claim has the plan, and receives out/ and merged/."
        })
public final class ExportKubernetesCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "PLAN", description = "What 'plan' wrote.")
    private Path plan = Path.of("");

    @Option(
            names = "--image",
            required = true,
            paramLabel = "IMAGE",
            description = "The container image, with offload-tck on its PATH.")
    private String image = "";

    @Option(
            names = "--claim",
            required = true,
            paramLabel = "NAME",
            description = "The PersistentVolumeClaim that all pods mount (ReadWriteMany).")
    private String claim = "";

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description =
                    "Processors of each pod, and --jobs of each shard (default: ${DEFAULT-VALUE}).")
    private int cpus = 2;

    @Override
    public Integer call() {
        if (cpus < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--cpus is %d when it should be 1 or more".formatted(cpus));
        }
        var jobs =
                new KubernetesJobs(
                        PlanOption.read(spec, plan),
                        image,
                        claim,
                        String.valueOf(plan.getFileName()),
                        cpus);
        var out = spec.commandLine().getOut();
        out.print(
                jobs.documents().stream()
                        .map(JsonObject::toYaml)
                        .collect(Collectors.joining("---\n")));
        out.flush();
        return ExitCode.OK;
    }
}
