package org.offloadtck.linker.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.tool.LinkEnvironment;
import org.offloadtck.linker.tool.ProgramSearchPath;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.command.ProfileOption;
import org.offloadtck.plugin.image.DeviceLinkException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck link`: the reference linker wrapper as a command, with the options of
/// `clang-linker-wrapper`.
@Command(
        name = "link",
        customSynopsis =
                "offload-tck link [--profile=ID] --linker-path=LINKER [OPTIONS OF A LINKER WRAPPER]"
                        + " [OPTIONS OF THE LINKER] FILE...",
        description = {
            "Links device images, wraps them, and links the program with the machine's linker.",
            "Accepts the options of clang-linker-wrapper and passes all other options to the"
                    + " linker."
        })
public final class LinkCommand implements Subcommand {

    /// The time limit of each program that the link runs.
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /// A word that no argument can be, so that `--` reaches the wrapper.
    private static final String NO_WORD = "\0";

    /// The only standard option of the kit's commands that this command has: `-h` and `-V` are
    /// options of the linker.
    private static final OptionSpec HELP =
            OptionSpec.builder("--help")
                    .usageHelp(true)
                    .description("Show this help and exit.")
                    .build();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private ProfileOption profile = new ProfileOption();

    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    /// A command line that leaves the linker's options unchanged.
    @Override
    public CommandLine line() {
        var link = new CommandLine(this);
        link.getCommandSpec().addOption(HELP);
        return link.setUnmatchedOptionsArePositionalParams(true).setEndOfOptionsDelimiter(NO_WORD);
    }

    @Override
    public Integer call() {
        var err = spec.commandLine().getErr();
        var environment =
                new LinkEnvironment(
                        Path.of(""),
                        ProgramSearchPath.of(System.getenv().getOrDefault("PATH", "")),
                        LIMIT,
                        err::println);
        try {
            var line = LinkCommandLine.parse(words, environment.folder());
            CommandLineLink.run(LinkerWrapper.of(profile.profile()), line, environment)
                    .forEach(warning -> err.println("warning: " + warning));
            return ExitCode.OK;
        } catch (LinkException | DeviceLinkException | MalformedObjectException fault) {
            err.println("error: " + fault.getMessage());
            return ExitCode.UNEXPECTED;
        }
    }
}
