package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.util.Optional;
import org.offloadtck.implementation.external.LlvmBuild;
import org.offloadtck.implementation.external.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The build tree of LLVM that a command is given.
public final class LlvmBuildOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--llvm-build",
            paramLabel = "DIR",
            description =
                    "The toolchain of a build or installation tree of LLVM, with bin/clang++.")
    private Optional<Path> folder = Optional.empty();

    /// The option of a command line.
    public LlvmBuildOption() {}

    /// For a command that reads the folder elsewhere.
    LlvmBuildOption(CommandSpec spec, Path folder) {
        this.spec = spec;
        this.folder = Optional.of(folder);
    }

    /// What the user wrote.
    String word() {
        return folder.map(Path::toString).orElse("");
    }

    /// The toolchain of the tree; empty without the option.
    ///
    /// @throws ParameterException if the folder is no tree of a release that the kit describes
    Optional<Toolchain> toolchain() {
        try {
            return folder.map(LlvmBuild::new).map(LlvmBuild::toolchain);
        } catch (IllegalArgumentException fault) {
            throw new ParameterException(
                    spec.commandLine(), "--llvm-build: " + fault.getMessage(), fault);
        }
    }
}
