package org.offloadtck.implementation.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A text that changes when tools do: of each file its path, size, inode and the times of its last
/// modification and change, and the hash of a script.
///
/// Files are the tools, what they are links to, the programs beside them and the libraries and
/// headers of their installation (`lib` and `lib/clang`), and all that scripts among them name. A
/// change of the system's packages is one of all tools. What a tool loads from elsewhere, or asks
/// of another machine, is not seen.
public final class ToolStamp {

    /// Folders of packages, which change with [#SYSTEM].
    private static final Set<String> PACKAGED =
            Set.of(
                    "/bin",
                    "/sbin",
                    "/usr/bin",
                    "/usr/sbin",
                    "/lib",
                    "/usr/lib",
                    "/usr/lib/x86_64-linux-gnu");

    /// Files and folders that change when a package does.
    private static final Set<String> SYSTEM =
            Set.of("/var/lib/dpkg/status", "/usr/bin", "/usr/include", "/usr/lib");

    /// The greatest script that is read, in bytes.
    private static final long SCRIPT = 1L << 20;

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./+@-]+");

    private final String searchPath;
    private final Set<String> lines = new TreeSet<>();
    private final Set<Path> seen = new TreeSet<>();
    private final Set<Path> folders = new TreeSet<>();
    private final Deque<Path> waiting = new ArrayDeque<>();

    private ToolStamp(String searchPath) {
        this.searchPath = searchPath;
    }

    /// The text of some tools and files.
    ///
    /// @param environment whose `PATH` finds the programs that scripts name
    public static String of(Collection<Path> tools, Map<String, String> environment) {
        var stamp = new ToolStamp(environment.getOrDefault("PATH", ""));
        SYSTEM.stream().map(Path::of).filter(Files::exists).forEach(stamp::add);
        stamp.waiting.addAll(tools);
        while (!stamp.waiting.isEmpty()) {
            stamp.visit(stamp.waiting.remove());
        }
        return String.join("\n", stamp.lines);
    }

    private void visit(Path tool) {
        if (!seen.add(tool)) {
            return;
        }
        add(tool);
        try {
            var file = tool.toRealPath();
            installation(file.resolveSibling(""));
            if (Files.isRegularFile(file) && Files.size(file) <= SCRIPT) {
                script(Files.readAllBytes(file));
            }
            namesakes(tool);
        } catch (IOException | UncheckedIOException fault) {
            lines.add("%s: %s".formatted(tool, fault));
        }
    }

    private void script(byte[] bytes) {
        var text = new String(bytes, ISO_8859_1);
        if (!text.startsWith("#!")) {
            return;
        }
        lines.add("script " + BuildKey.sha256(bytes));
        WORD.matcher(text)
                .results()
                .map(MatchResult::group)
                .flatMap(this::programs)
                .forEach(waiting::add);
    }

    /// A program of the same name elsewhere: a compiler launcher runs the next one.
    private void namesakes(Path tool) {
        var name = String.valueOf(tool.getFileName());
        programs(name).forEach(waiting::add);
    }

    private Stream<Path> programs(String word) {
        if (word.startsWith("/")) {
            return Optional.of(Path.of(word)).filter(Files::isRegularFile).stream();
        }
        return word.contains("/")
                ? Stream.empty()
                : Stream.of(searchPath.split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder, word))
                        .filter(Files::isRegularFile)
                        .filter(Files::isExecutable);
    }

    private void installation(Path folder) throws IOException {
        if (PACKAGED.contains(folder.toString()) || !folders.add(folder)) {
            return;
        }
        boolean isLibrary = String.valueOf(folder.getFileName()).startsWith("lib");
        files(folder, 1, file -> isLibrary || Files.isExecutable(file));
        var libraries = isLibrary ? folder : folder.resolveSibling("lib");
        if (!PACKAGED.contains(libraries.toString())) {
            files(libraries, 1, _ -> true);
            files(libraries.resolve("clang"), Integer.MAX_VALUE, _ -> true);
        }
    }

    private void files(Path folder, int depth, Predicate<Path> counts) throws IOException {
        if (Files.isDirectory(folder)) {
            try (var files = Files.walk(folder, depth)) {
                files.filter(Files::isRegularFile).filter(counts).forEach(this::add);
            }
        }
    }

    private void add(Path file) {
        try {
            var of = Files.readAttributes(file, "unix:size,lastModifiedTime,ctime,ino");
            lines.add("%s %s".formatted(file, new TreeMap<>(of)));
        } catch (IOException fault) {
            lines.add("%s: %s".formatted(file, fault));
        }
    }
}
