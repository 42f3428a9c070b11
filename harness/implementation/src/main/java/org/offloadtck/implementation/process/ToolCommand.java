package org.offloadtck.implementation.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.conformance.result.Evidence;

/// A command line and its environment.
///
/// @param words the program and its arguments
/// @param folder the working directory
/// @param environment variables in addition to those of the kit's own process
public record ToolCommand(
        List<String> words, Path folder, Map<String, String> environment, ProcessLimits limits) {

    public ToolCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /// A command with a limit of the run time alone.
    public ToolCommand(
            List<String> words, Path folder, Map<String, String> environment, Duration limit) {
        this(words, folder, environment, ProcessLimits.ofTime(limit));
    }

    /// Folder, environment and limits, as evidence.
    Evidence.CommandSetting setting() {
        return new Evidence.CommandSetting(folder.toString(), environment, limits.text());
    }

    ToolCommand with(String variable, String value) {
        var more = new TreeMap<>(environment);
        more.put(variable, value);
        return new ToolCommand(words, folder, more, limits);
    }
}
