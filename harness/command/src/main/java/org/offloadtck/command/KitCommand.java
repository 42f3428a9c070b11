package org.offloadtck.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line by which other programs start the kit: they add arguments to it.
///
/// @param java the Java program
/// @param options of the virtual machine
/// @param classPath every entry absolute
/// @param arguments the main class and what it is given
public record KitCommand(
        Path java, List<String> options, List<Path> classPath, List<String> arguments) {

    /// Options of every process of the kit: a garbage collector of one thread, which returns unused
    /// memory when it collects and not in steps, native access without a warning, and no
    /// performance data file in the temporary folder, which may be another user's.
    private static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:-ShrinkHeapInSteps",
                    "-XX:-UsePerfData",
                    "--enable-native-access=ALL-UNNAMED");

    public KitCommand {
        options = List.copyOf(options);
        classPath = List.copyOf(classPath);
        arguments = List.copyOf(arguments);
    }

    /// The main class of the kit, which the module `cli` holds.
    private static final String MAIN = "org.offloadtck.cli.OffloadTck";

    /// `offload-tck` with these words, on the Java and the class path of this process.
    public static KitCommand ofKit(String... words) {
        return ofThisProcess(
                Stream.concat(Stream.of(MAIN), Arrays.stream(words)).toArray(String[]::new));
    }

    /// `offload-tck` for the tools of the device toolkit: their name is the next argument. They end
    /// before code of the optimising compiler of the JVM would pay off.
    public static KitCommand ofToolkit() {
        return ofThisProcess(AheadOfTimeCache.TOOLKIT, MAIN)
                .with(List.of("-XX:TieredStopAtLevel=1"));
    }

    /// The Java and the class path of this process with another main class or other arguments.
    public static KitCommand ofThisProcess(String... arguments) {
        return ofThisProcess(AheadOfTimeCache.KIT, arguments);
    }

    private static KitCommand ofThisProcess(AheadOfTimeCache cache, String... arguments) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var entries =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(entry -> !entry.isEmpty())
                        .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                        .toList();
        return new KitCommand(java, OPTIONS, entries, List.of(arguments))
                .with(cache.options(entries.getFirst()));
    }

    /// The same command with more options of the virtual machine.
    public KitCommand with(List<String> more) {
        var all = Stream.concat(options.stream(), more.stream()).toList();
        return new KitCommand(java, all, classPath, arguments);
    }

    /// The words in their order.
    public List<String> words() {
        var words = new ArrayList<String>();
        words.add(java.toString());
        words.addAll(options);
        words.add("-cp");
        words.add(
                classPath.stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
        words.addAll(arguments);
        return words;
    }

    /// Identifies this build of the kit: the files of the class path with their sizes and times.
    public String fingerprint() throws IOException {
        var lines = new ArrayList<>(words());
        for (var entry : classPath) {
            if (Files.isRegularFile(entry)) {
                lines.add(Files.size(entry) + " " + Files.getLastModifiedTime(entry).toMillis());
            } else if (Files.isDirectory(entry)) {
                lines.add(fingerprint(entry));
            }
        }
        return String.join("\n", lines);
    }

    private static String fingerprint(Path folder) throws IOException {
        var lines = new ArrayList<String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                lines.add(file + " " + Files.getLastModifiedTime(file).toMillis());
            }
        }
        return String.join("\n", lines);
    }
}
