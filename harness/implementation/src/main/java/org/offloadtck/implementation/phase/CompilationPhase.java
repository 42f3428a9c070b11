package org.offloadtck.implementation.phase;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// One run of one tool.
///
/// @param target triple it runs for: `x86_64-unknown-linux-gnu`
/// @param tool as clang calls it: `clang`, `NVPTX::Assembler`, `Offload::Linker`
/// @param inputs names of the files it reads, in order
/// @param output name of the file it writes
public record CompilationPhase(String target, String tool, List<String> inputs, String output) {

    private static final Pattern LINE =
            Pattern.compile(
                    "# \"([^\"]*)\" - \"([^\"]*)\", inputs: \\[([^\\]]*)], output: \"([^\"]*)\"");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    public CompilationPhase {
        inputs = List.copyOf(inputs);
    }

    /// Reads a line of a listing; empty if it is none.
    static Optional<CompilationPhase> parse(String line) {
        var matcher = LINE.matcher(line.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var inputs =
                QUOTED.matcher(matcher.group(3)).results().map(CompilationPhase::quoted).toList();
        return Optional.of(
                new CompilationPhase(matcher.group(1), matcher.group(2), inputs, matcher.group(4)));
    }

    private static String quoted(MatchResult text) {
        return text.group(1);
    }

    /// The line that clang prints.
    @Override
    public String toString() {
        var names = inputs.stream().map("\"%s\""::formatted).collect(joining(", "));
        return "# \"%s\" - \"%s\", inputs: [%s], output: \"%s\""
                .formatted(target, tool, names, output);
    }
}
