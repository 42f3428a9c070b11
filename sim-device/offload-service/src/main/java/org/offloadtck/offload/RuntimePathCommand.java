package org.offloadtck.offload;

import org.offloadtck.command.Subcommand;
import org.offloadtck.emulation.command.DriverFolder;
import org.offloadtck.emulation.command.DriverPathCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `offload-tck runtime-path`: prints the folder of the reference runtime's `libomptarget.so`.
@Command(
        name = "runtime-path",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the folder of the reference runtime's libomptarget.so, for LD_LIBRARY_PATH:",
            "LD_LIBRARY_PATH=$(offload-tck runtime-path) ./a.out"
        })
public final class RuntimePathCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return DriverPathCommand.print(
                spec.commandLine(), "the reference runtime", DriverFolder.RUNTIME);
    }
}
