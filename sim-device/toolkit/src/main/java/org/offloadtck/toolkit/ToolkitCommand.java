package org.offloadtck.toolkit;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck toolkit`: writes a CUDA toolkit with which stock compilers build for the simulated
/// GPU.
@Command(
        name = "toolkit",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a folder that clang accepts as a CUDA toolkit.",
            "Then: clang++ -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --cuda-path=DIR …"
        })
public final class ToolkitCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder; an existing toolkit is updated.")
    private Path folder = Path.of("");

    @Option(
            names = "--release",
            paramLabel = "RELEASE",
            description =
                    "CUDA release that the folder states, ${COMPLETION-CANDIDATES}. clang 15 and 16"
                            + " warn of 11.8; clang 22 needs it for sm_90, and 12.8 for sm_100 and sm_120."
                            + " Default:"
                            + " ${DEFAULT-VALUE}.",
            defaultValue = "11.8")
    private CudaRelease release = CudaRelease.CUDA_11_8;

    @Override
    public Integer call() {
        ToolkitFolder.objection(folder)
                .ifPresent(objection -> {
                    throw new ParameterException(spec.commandLine(), objection);
                });
        try {
            write(folder, release);
        } catch (UncheckedIOException fault) {
            throw OutputFile.unwritable(folder, fault);
        }
        return ExitCode.OK;
    }

    /// Writes the toolkit whose tools are those of this kit.
    public static void write(Path folder, CudaRelease release) {
        ToolkitFolder.write(folder, release, KitCommand.ofToolkit());
    }
}
