package org.offloadtck.linker.tool;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The programs of the machine.
///
/// @param folders those of `$PATH`, in order
public record ProgramSearchPath(List<Path> folders) {

    public ProgramSearchPath {
        folders = List.copyOf(folders);
    }

    /// Those of the folders that `path`, the value of `$PATH`, lists.
    public static ProgramSearchPath of(String path) {
        return new ProgramSearchPath(
                Stream.of(path.split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(Path::of)
                        .toList());
    }

    /// The program called `name`; a name with a folder is meant as it is.
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
