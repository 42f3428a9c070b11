package org.offloadtck.object.check.working;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Builds the files of the bench in a folder, except those that it already has. A file whose
/// command fails or needs a program that is not installed is not part of the bench; [Unbuilt] has
/// the reason.
final class WorkingFileBuilder {

    private static final long LIMIT_SECONDS = 120;

    /// Resources by the name of the source in the folder.
    private static final Map<String, String> SOURCES =
            Map.of(
                    "regions.c", "/working-files/regions.c",
                    "program.c", "/working-files/program.c",
                    "templates.cpp", "/working-files/templates.cpp",
                    "kernels.cu", "/corpus/objects/c.cu",
                    "kernels.hip", "/corpus/objects/h.hip");

    private final Path folder;
    private final Map<String, Result> results = new LinkedHashMap<>();

    WorkingFileBuilder(Path folder) {
        this.folder = folder;
    }

    /// The outcome of a build.
    sealed interface Result {

        WorkingFile file();
    }

    record Built(WorkingFile file, Path path) implements Result {}

    record Unbuilt(WorkingFile file, String why) implements Result {}

    /// Builds the files, in parallel what needs no other file.
    List<Result> build(List<WorkingFile> files) throws IOException {
        for (var source : SOURCES.entrySet()) {
            try (var resource = getClass().getResourceAsStream(source.getValue())) {
                Files.write(folder.resolve(source.getKey()), resource.readAllBytes());
            }
        }
        var rest = new ArrayList<>(files);
        while (!rest.isEmpty()) {
            var ready = rest.stream().filter(one -> isReady(one, rest)).toList();
            ready.parallelStream().map(this::build).toList().forEach(this::add);
            rest.removeAll(ready);
        }
        return files.stream().map(file -> results.get(file.id())).toList();
    }

    private static boolean isReady(WorkingFile file, List<WorkingFile> rest) {
        return rest.stream().noneMatch(other -> file.inputs().contains(other.id()));
    }

    private void add(Result result) {
        if (results.put(result.file().id(), result) != null) {
            throw new IllegalStateException(result.file().id() + " occurs twice");
        }
    }

    private Result build(WorkingFile file) {
        for (var input : file.inputs()) {
            if (!(results.get(input) instanceof Built)) {
                return new Unbuilt(file, "needs " + input);
            }
        }
        if (!ClangRelease.isProgram(file.command().getFirst())) {
            return new Unbuilt(file, file.command().getFirst() + " is not installed");
        }
        var output = folder.resolve(file.id());
        if (Files.exists(output)) {
            return new Built(file, output);
        }
        var said = run(words(file, output));
        return Files.exists(output) ? new Built(file, output) : new Unbuilt(file, said);
    }

    private List<String> words(WorkingFile file, Path output) {
        var words = new ArrayList<String>();
        for (var word : file.command()) {
            if (word.equals("{in}")) {
                file.inputs().forEach(input -> words.add(folder.resolve(input).toString()));
            } else {
                words.add(
                        word.replace("{out}", output.toString())
                                .replace("{sources}", folder.toString()));
            }
        }
        return words;
    }

    /// Runs a command and returns the first line with an error of its output.
    private String run(List<String> words) {
        try {
            var log = Files.createTempFile(folder, "command", ".log");
            var process =
                    new ProcessBuilder(words)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            var lines = Files.readAllLines(log);
            Files.delete(log);
            return lines.stream()
                    .filter(line -> line.contains("error"))
                    .findFirst()
                    .orElse(ended ? "it wrote no file" : "it did not end");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
