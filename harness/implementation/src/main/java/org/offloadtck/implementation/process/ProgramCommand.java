package org.offloadtck.implementation.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The command that runs a built program.
///
/// @param name of the program in verdicts
/// @param words the executable and its arguments
/// @param folder the working directory
/// @param environment variables in addition to those of the kit's own process
public record ProgramCommand(
        String name, List<String> words, Path folder, Map<String, String> environment) {

    public ProgramCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }
}
