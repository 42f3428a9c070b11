package org.offloadtck.implementation.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program to run.
///
/// @param name what verdicts call it
/// @param words the executable and its arguments
/// @param folder where it runs
/// @param environment variables set besides those of the kit's own process
public record ProgramCommand(
        String name, List<String> words, Path folder, Map<String, String> environment) {

    public ProgramCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }
}
