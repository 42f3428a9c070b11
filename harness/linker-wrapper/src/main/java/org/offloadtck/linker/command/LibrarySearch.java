package org.offloadtck.linker.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The search for the libraries of `-l`: in each directory for `lib<name>.so`, then for
/// `lib<name>.a`.
///
/// @param folders in search order
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, searchLibrary"
record LibrarySearch(List<Path> folders) {

    LibrarySearch {
        folders = List.copyOf(folders);
    }

    /// The search path of a command line.
    ///
    /// @param folder the directory that relative directories on the line start from
    static LibrarySearch of(LinkCommandLine line, Path folder) {
        String root = "";
        var stated = new ArrayList<String>();
        for (LinkArgument argument : line.arguments()) {
            if (argument instanceof LinkArgument.SystemRoot(String systemRoot)) {
                root = systemRoot;
            } else if (argument instanceof LinkArgument.LibraryFolder(String libraries)) {
                stated.add(libraries);
            }
        }
        var folders = new ArrayList<Path>();
        for (String libraries : stated) {
            folders.add(
                    folder.resolve(
                            libraries.startsWith("=")
                                    ? root + "/" + libraries.substring(1)
                                    : libraries));
        }
        return new LibrarySearch(folders);
    }

    /// Finds a library.
    ///
    /// @param name as behind `-l`; `:file` for a file of that name
    Optional<Path> find(String name) {
        return folders.stream()
                .flatMap(folder -> candidates(folder, name))
                .filter(Files::exists)
                .findFirst();
    }

    private static Stream<Path> candidates(Path folder, String name) {
        return name.startsWith(":")
                ? Stream.of(folder.resolve(name.substring(1)))
                : Stream.of(
                        folder.resolve("lib%s.so".formatted(name)),
                        folder.resolve("lib%s.a".formatted(name)));
    }
}
