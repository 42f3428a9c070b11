package org.offloadtck.linker.command;

import java.util.List;

/// A word of the command line, or two words that belong together.
public sealed interface LinkArgument {

    /// The words for the host linker, in the argument's place.
    default List<String> words() {
        return switch (this) {
            case Input(var file) -> List.of(file);
            case Library(var name) -> List.of("-l" + name);
            case LibraryFolder(var folder) -> List.of("-L" + folder);
            case RunPath(var folder) -> List.of("-rpath", folder);
            case SystemRoot(var folder) -> List.of("--sysroot=" + folder);
            case Output(var file) -> List.of("-o", file);
            case WholeArchive() -> List.of("--whole-archive");
            case NoWholeArchive() -> List.of("--no-whole-archive");
            case Relocatable() -> List.of("-r");
            case Own _ -> List.of();
            case Passed(var word) -> List.of(word);
        };
    }

    /// A file, or the value of an option that only the host linker knows.
    record Input(String file) implements LinkArgument {}

    /// `-l`.
    ///
    /// @param name of the library; `:file` for a file of that name
    record Library(String name) implements LinkArgument {}

    /// `-L`.
    ///
    /// @param folder a directory in which libraries are searched; `=folder` for one below the
    ///   system root
    record LibraryFolder(String folder) implements LinkArgument {}

    /// `-rpath`.
    record RunPath(String folder) implements LinkArgument {}

    /// `--sysroot=`.
    record SystemRoot(String folder) implements LinkArgument {}

    /// `-o`. The wrapper objects follow it.
    record Output(String file) implements LinkArgument {}

    /// `--whole-archive`, for the archives that follow.
    record WholeArchive() implements LinkArgument {}

    /// `--no-whole-archive`.
    record NoWholeArchive() implements LinkArgument {}

    /// `-r`.
    record Relocatable() implements LinkArgument {}

    /// An option of the wrapper that the host linker does not get.
    ///
    /// @param value behind the `=`; empty for an option without a value
    record Own(WrapperOption option, String value) implements LinkArgument {}

    /// An option that only the host linker knows.
    record Passed(String word) implements LinkArgument {}
}
