package org.offloadtck.implementation.phase;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A phase of a compilation: one run of one tool.
///
/// Requirements: CP-14, CP-15, CP-16, CP-17, CP-18.
///
/// @param target triple: `x86_64-unknown-linux-gnu`
/// @param tool in clang's spelling: `clang`, `NVPTX::Assembler`, `Offload::Linker`
/// @param inputs names of the files that it reads, in order
/// @param output name of the file that it writes
public record CompilationPhase(String target, String tool, List<String> inputs, String output) {

    private static final Pattern LINE =
            Pattern.compile(
                    "# \"([^\"]*)\" - \"([^\"]*)\", inputs: \\[([^\\]]*)], output: \"([^\"]*)\"");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    public CompilationPhase {
        inputs = List.copyOf(inputs);
    }

    /// Parses a line of a listing; empty for any other line.
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

    /// The line as clang prints it.
    @Override
    public String toString() {
        var names = inputs.stream().map("\"%s\""::formatted).collect(joining(", "));
        return "# \"%s\" - \"%s\", inputs: [%s], output: \"%s\""
                .formatted(target, tool, names, output);
    }
}
