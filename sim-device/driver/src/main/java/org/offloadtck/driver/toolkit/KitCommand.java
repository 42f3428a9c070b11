package org.offloadtck.driver.toolkit;

import java.util.List;
import java.util.stream.Collectors;

/// The command line that starts the kit, to be continued with a command and its arguments.
///
/// @param java path of the Java that runs it
/// @param options of that Java, class path and main class included
public record KitCommand(String java, List<String> options) {

    public KitCommand {
        options = List.copyOf(options);
    }

    /// The options, quoted for a shell.
    String quotedOptions() {
        return options.stream().map(KitCommand::quoted).collect(Collectors.joining(" "));
    }

    /// A word, quoted for a shell.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
