package org.offloadtck.linker.tool;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The search path for programs.
///
/// @param folders the directories of `$PATH`, in order
public record ProgramSearchPath(List<Path> folders) {

    public ProgramSearchPath {
        folders = List.copyOf(folders);
    }

    /// The search path `path`, a value of `$PATH`.
    public static ProgramSearchPath of(String path) {
        return new ProgramSearchPath(
                Stream.of(path.split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(Path::of)
                        .toList());
    }

    /// Finds the program `name` as a shell does; a name with a directory is a path.
    public Optional<Path> find(String name) {
        var stated = Path.of(name);
        return stated.getNameCount() > 1 || stated.isAbsolute()
                ? Optional.of(stated).filter(Files::isExecutable)
                : folders.stream()
                        .map(folder -> folder.resolve(name))
                        .filter(Files::isRegularFile)
                        .filter(Files::isExecutable)
                        .findFirst();
    }
}
