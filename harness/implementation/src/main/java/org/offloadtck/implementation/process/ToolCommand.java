package org.offloadtck.implementation.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A command line, and under what it runs.
///
/// @param words the program and its arguments
/// @param folder the working folder
/// @param environment variables set besides those of the kit's own process
/// @param limit how long it may take
public record ToolCommand(
        List<String> words, Path folder, Map<String, String> environment, Duration limit) {

    public ToolCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    ToolCommand with(String variable, String value) {
        var more = new TreeMap<>(environment);
        more.put(variable, value);
        return new ToolCommand(words, folder, more, limit);
    }
}
