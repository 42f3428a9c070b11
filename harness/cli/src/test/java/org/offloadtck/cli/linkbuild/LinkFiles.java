package org.offloadtck.cli.linkbuild;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The objects and archives of builds with one release and the same options; each is made once.
final class LinkFiles {

    private final ClangRelease release;
    private final LinkOptions options;
    private final Path toolkit;
    private final Path folder;

    LinkFiles(ClangRelease release, LinkOptions options, Path toolkit, Path folder) {
        this.release = release;
        this.options = options;
        this.toolkit = toolkit;
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    @SafeVarargs
    final List<String> with(List<String>... parts) {
        var words = new ArrayList<String>();
        for (List<String> part : parts) {
            words.addAll(part);
        }
        return words;
    }

    List<String> objects(String... sources) {
        return List.of(sources).stream().flatMap(source -> object(source).stream()).toList();
    }

    List<String> object(String source) {
        return List.of(compiled(source, "", true));
    }

    /// An object that is compiled without device code.
    List<String> hostObject(String source) {
        Path object = folder.resolve(source + ".host.o");
        if (!Files.exists(object)) {
            compile(source, object, List.of("-O1", "-fPIC", "-fno-openmp"));
        }
        return List.of(object.toString());
    }

    List<String> archive(String operation, String... sources) {
        Path archive = folder.resolve("lib%s-%s.a".formatted(operation, String.join("-", sources)));
        if (!Files.exists(archive)) {
            var command = new ArrayList<>(List.of("ar", operation, archive.toString()));
            for (String source : sources) {
                command.add(compiled(source, ".member", false));
            }
            CommandProcess.run(folder, command).orFail();
        }
        return List.of(archive.toString());
    }

    /// An archive that is named by `-L` and `-l`.
    List<String> library(String... sources) {
        String name = Path.of(archive("rcs", sources).getFirst()).getFileName().toString();
        return List.of("-L" + folder, "-l" + name.substring(3, name.length() - 2));
    }

    private String compiled(String source, String suffix, boolean isObject) {
        Path object = folder.resolve(source + suffix + ".o");
        if (!Files.exists(object)) {
            var words = new ArrayList<>(options());
            words.add("-fPIC");
            if (options == LinkOptions.LTO_MIXED && isObject) {
                words.add("-foffload-lto");
            }
            compile(source, object, words);
        }
        return object.toString();
    }

    private List<String> options() {
        var words = new ArrayList<>(options.targetWords());
        words.addAll(options.words());
        words.removeIf(word -> word.startsWith("-Wl,") || word.startsWith("-fuse-ld="));
        return words;
    }

    private void compile(String source, Path object, List<String> words) {
        Path file = folder.resolve(source);
        if (!Files.exists(file)) {
            write(file, resource(source));
        }
        var command = new ArrayList<>(release.command(source, toolkit));
        command.addAll(words);
        command.addAll(List.of("-c", file.toString(), "-o", object.toString()));
        CommandProcess.run(folder, release.environment(), command).orFail();
    }

    /// The words that the compiler's driver passes to its linker wrapper; empty if it rejects the
    /// line.
    Optional<List<String>> wrapperWords(List<String> inputs, Path output) {
        var command = new ArrayList<>(release.command("main.cpp", toolkit));
        command.addAll(options.targetWords());
        command.addAll(options.words());
        if (options == LinkOptions.LTO_MIXED) {
            command.add("-foffload-lto");
        }
        command.addAll(inputs);
        command.addAll(List.of("-###", "-o", output.toString()));
        return DriverCommands.wrapperWords(CommandProcess.run(folder, command).output());
    }

    private static String resource(String name) {
        try (var stream = LinkFiles.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalArgumentException("no resource " + name);
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
