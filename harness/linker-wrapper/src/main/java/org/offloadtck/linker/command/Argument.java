package org.offloadtck.linker.command;

import java.util.List;

/// A word of the command line, or two that belong together.
sealed interface Argument {

    /// What the host linker gets of it, in its place.
    List<String> words();

    /// A file, or a word that is none: the value of an option only the host linker knows.
    record Input(String file) implements Argument {
        @Override
        public List<String> words() {
            return List.of(file);
        }
    }

    /// `-l`.
    ///
    /// @param name of the library; `:file` for a file of that name
    record Library(String name) implements Argument {
        @Override
        public List<String> words() {
            return List.of("-l" + name);
        }
    }

    /// `-L`.
    ///
    /// @param folder where libraries are looked for; `=folder` for one below the system root
    record LibraryFolder(String folder) implements Argument {
        @Override
        public List<String> words() {
            return List.of("-L" + folder);
        }
    }

    /// `-rpath`.
    record RunPath(String folder) implements Argument {
        @Override
        public List<String> words() {
            return List.of("-rpath", folder);
        }
    }

    /// `--sysroot=`.
    record SystemRoot(String folder) implements Argument {
        @Override
        public List<String> words() {
            return List.of("--sysroot=" + folder);
        }
    }

    /// `-o`. The wrapper objects come right behind it.
    record Output(String file) implements Argument {
        @Override
        public List<String> words() {
            return List.of("-o", file);
        }
    }

    /// `--whole-archive`, for the archives from here on.
    record WholeArchive() implements Argument {
        @Override
        public List<String> words() {
            return List.of("--whole-archive");
        }
    }

    /// `--no-whole-archive`.
    record NoWholeArchive() implements Argument {
        @Override
        public List<String> words() {
            return List.of("--no-whole-archive");
        }
    }

    /// `-r`.
    record Relocatable() implements Argument {
        @Override
        public List<String> words() {
            return List.of("-r");
        }
    }

    /// An option that only the wrapper knows.
    ///
    /// @param value behind the `=`; empty for an option without one
    record Own(WrapperOption option, String value) implements Argument {
        @Override
        public List<String> words() {
            return List.of();
        }
    }

    /// An option that only the host linker knows.
    record Passed(String word) implements Argument {
        @Override
        public List<String> words() {
            return List.of(word);
        }
    }
}
