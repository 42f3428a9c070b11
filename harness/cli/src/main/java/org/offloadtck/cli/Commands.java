package org.offloadtck.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The commands there are.
final class Commands {

    /// In the order of the help.
    private static final List<Class<?>> ALL =
            List.of(
                    RunCommand.class,
                    CheckCommand.class,
                    InspectCommand.class,
                    PackCommand.class,
                    CompileCommand.class,
                    WrapCommand.class,
                    TraceCommand.class,
                    SimulateCommand.class,
                    CalibrateCommand.class,
                    DevicesCommand.class,
                    ToolkitCommand.class,
                    DriverPathCommand.class,
                    RuntimePathCommand.class,
                    ServeCommand.class,
                    RehearseCommand.class,
                    ExecCommand.class,
                    LinkCommand.class);

    private Commands() {}

    /// The command of this name, or all of them where none has it.
    static Stream<CommandLine> named(String name) {
        var named = ALL.stream().filter(command -> nameOf(command).equals(name)).toList();
        return (named.isEmpty() ? ALL : named).stream().map(Commands::line);
    }

    private static String nameOf(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static CommandLine line(Class<?> command) {
        if (command.equals(ExecCommand.class)) {
            return ExecCommand.line();
        }
        return command.equals(LinkCommand.class) ? LinkCommand.line() : new CommandLine(command);
    }
}
