package org.offloadtck.emulation.fallback;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The program that `exec` started.
///
/// @param directory in which it was started
/// @param name as on the command line; without `/`, it is looked up in `path`
/// @param path the value of `PATH`
/// @param libraryPath the value of `LD_LIBRARY_PATH`
/// @param policy the value of `OMP_TARGET_OFFLOAD`; empty if it is not set
public record ExecutedProgram(
        Path directory, String name, String path, String libraryPath, String policy) {

    /// A run without a program.
    public static final ExecutedProgram NONE = new ExecutedProgram(Path.of(""), "", "", "", "");

    /// Its file and the libraries that it is linked with, as far as they have device images.
    List<ImageFile> withImages() {
        var files = files();
        return files.stream()
                .flatMap(file ->
                        images(
                                file.equals(files.getFirst())
                                        ? ImageFile.PROGRAM
                                        : ImageFile.library(file),
                                file))
                .toList();
    }

    private static Stream<ImageFile> images(String owner, Path file) {
        try {
            return ImageFile.of(owner, Files.readAllBytes(file));
        } catch (IOException _) {
            return Stream.empty();
        }
    }

    /// Its file, then the libraries that it is linked with; none if no file is found.
    List<Path> files() {
        return file().stream()
                .flatMap(file ->
                        Stream.concat(
                                Stream.of(file),
                                new LinkedLibraries(directory, libraryPath).of(file).stream()))
                .toList();
    }

    /// Its file, if there is one.
    Optional<Path> file() {
        var folders = name.contains("/") ? List.of("") : Arrays.asList(path.split(":", -1));
        return name.isEmpty()
                ? Optional.empty()
                : folders.stream()
                        .flatMap(folder -> file(folder).stream())
                        .filter(Files::isRegularFile)
                        .findFirst();
    }

    private Optional<Path> file(String folder) {
        try {
            return Optional.of(directory.resolve(folder).resolve(name));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }
}
