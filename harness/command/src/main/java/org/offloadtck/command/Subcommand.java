package org.offloadtck.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/// A command of `offload-tck`: a public picocli command class with a public constructor without
/// parameters. The command line finds it by the service file of this interface in the jar of the
/// module whose work the command does.
///
/// [#call] returns an [ExitCode].
public interface Subcommand extends Callable<Integer> {

    /// The parser of the command's words. A command that passes words on unparsed overrides it.
    default CommandLine line() {
        return new CommandLine(this);
    }
}
