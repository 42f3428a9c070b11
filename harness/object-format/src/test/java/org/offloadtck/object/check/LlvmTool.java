package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A tool of an installed LLVM.
///
/// @param version its major version
record LlvmTool(String command, int version) {

    private static final Pattern VERSION = Pattern.compile("LLVM version (\\d+)\\.");

    private static final Map<String, Optional<LlvmTool>> FOUND = new ConcurrentHashMap<>();

    /// Releases whose suffixed tools are looked for.
    private static final int NEWEST = 40;

    /// The tool called `name`, or `name-<version>`, that is of `oldest` or later; the oldest such.
    static Optional<LlvmTool> find(String name, int oldest) {
        var suffixed = IntStream.rangeClosed(oldest, NEWEST).mapToObj(one -> name + "-" + one);
        return Stream.concat(suffixed, Stream.of(name))
                .filter(LlvmTool::isInstalled)
                .flatMap(command -> of(command).stream())
                .filter(tool -> tool.version() >= oldest)
                .findFirst();
    }

    /// The tool of exactly that release, looked for once.
    static Optional<LlvmTool> ofRelease(String name, int release) {
        return FOUND.computeIfAbsent(
                name + "-" + release,
                _ -> find(name, release).filter(tool -> tool.version() == release));
    }

    /// What the tool prints for `arguments`, errors included.
    List<String> run(List<String> arguments) {
        return run(command, arguments);
    }

    private static Optional<LlvmTool> of(String command) {
        return run(command, List.of("--version")).stream()
                .map(VERSION::matcher)
                .filter(Matcher::find)
                .map(matcher -> new LlvmTool(command, Integer.parseInt(matcher.group(1))))
                .findFirst();
    }

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    private static List<String> run(String command, List<String> arguments) {
        var line = new ArrayList<String>();
        line.add(command);
        line.addAll(arguments);
        try {
            var process = new ProcessBuilder(line).redirectErrorStream(true).start();
            try (var output = process.inputReader(UTF_8)) {
                return output.lines().toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
