package org.offloadtck.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.offloadtck.command.StandalonePrograms;
import org.offloadtck.command.StandalonePrograms.StandaloneProgram;
import org.offloadtck.command.Subcommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The commands that the modules on the class path provide.
final class Commands {

    private Commands() {}

    /// The command of this name, or all commands by name if none has it. Only the commands that are
    /// returned are instantiated.
    static Stream<CommandLine> named(String name) {
        var all = ServiceLoader.load(Subcommand.class).stream().toList();
        var named = all.stream().filter(command -> nameOf(command).equals(name)).toList();
        return (named.isEmpty() ? sorted(all) : named)
                .stream().map(command -> command.get().line());
    }

    /// The program that parses its own words and that these words start; empty if no module has it.
    static Optional<StandaloneProgram> standalone(List<String> words) {
        return ServiceLoader.load(StandalonePrograms.class).stream()
                .flatMap(programs -> programs.get().startedBy(words).stream())
                .findFirst();
    }

    private static List<ServiceLoader.Provider<Subcommand>> sorted(
            List<ServiceLoader.Provider<Subcommand>> commands) {
        return commands.stream().sorted(Comparator.comparing(Commands::nameOf)).toList();
    }

    private static String nameOf(ServiceLoader.Provider<Subcommand> command) {
        return command.type().getAnnotation(Command.class).name();
    }
}
