package org.offloadtck.driver.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// How a device server is started: the words of a command, to which the client adds the path of the
/// socket.
///
/// @param java the Java program
/// @param options of the virtual machine
/// @param classPath every entry absolute
/// @param arguments the main class and what it is given
public record ServerCommand(
        Path java, List<String> options, List<Path> classPath, List<String> arguments) {

    /// What every server runs with: a collector that needs one thread, and memory calls without a
    /// warning. No file in the folder for temporary files, which may be another user's.
    private static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-Xshare:auto",
                    "--enable-native-access=ALL-UNNAMED");

    public ServerCommand {
        options = List.copyOf(options);
        classPath = List.copyOf(classPath);
        arguments = List.copyOf(arguments);
    }

    /// The Java and the class path of this process with another main class or other arguments.
    public static ServerCommand ofThisProcess(String... arguments) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var entries =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(entry -> !entry.isEmpty())
                        .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                        .toList();
        return new ServerCommand(java, OPTIONS, entries, List.of(arguments));
    }

    /// The words in their order.
    List<String> words() {
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

    /// What tells this build of the kit from another one at the same place: the files of the class
    /// path with their sizes and times.
    String fingerprint() throws IOException {
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
