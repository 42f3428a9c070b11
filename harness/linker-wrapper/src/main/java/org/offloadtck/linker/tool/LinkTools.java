package org.offloadtck.linker.tool;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// The tools of one link: the programs of the machine, their execution, and the files between them.
///
/// A dry run writes and reads no file.
public record LinkTools(ProgramSearchPath programs, CommandRunner commands, TemporaryFiles files) {

    /// Writes `bytes` to a new file, unless the run is dry.
    ///
    /// @return the name of the file
    Path write(String stem, String extension, MemorySegment bytes) {
        Path file = files.name(stem, extension);
        if (!commands.isDry()) {
            files.write(file, bytes);
        }
        return file;
    }

    /// The contents of `file`, which a command wrote; empty in a dry run.
    MemorySegment read(Path file) {
        return commands.isDry() ? MemorySegment.NULL : files.read(file);
    }
}
