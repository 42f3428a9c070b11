package org.offloadtck.cli;

import org.offloadtck.driver.toolkit.KitCommand;
import org.offloadtck.driver.toolkit.ToolkitFolder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// `offload-tck toolkit`: a folder with which stock compilers build for the simulated GPU.
@Command(
        name = "toolkit",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a folder that clang takes for a CUDA toolkit.",
            "Then: clang++ -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --cuda-path=DIR …"
        })
final class ToolkitCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder; one made before is updated.")
    private Path folder = Path.of("");

    @Override
    public Integer call() {
        ToolkitFolder.objection(folder)
                .ifPresent(objection -> {
                    throw new ParameterException(spec.commandLine(), objection);
                });
        ToolkitFolder.write(folder, kit());
        return ExitCode.OK;
    }

    /// How this kit was started.
    static KitCommand kit() {
        var classPath =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator));
        return new KitCommand(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        OffloadTck.class.getName()));
    }
}
