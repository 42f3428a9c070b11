package org.offloadtck.linker.tool;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Where a link is done: with which programs, whether at all, and where its files go.
public record LinkTools(ProgramSearchPath programs, CommandRunner commands, TemporaryFiles files) {

    /// Writes `bytes` to a file, unless nothing is run.
    public Path put(String stem, String extension, MemorySegment bytes) {
        Path file = files.name(stem, extension);
        if (!commands.isDry()) {
            files.write(file, bytes);
        }
        return file;
    }

    /// What a command wrote to `file`; nothing where none was run.
    public MemorySegment take(Path file) {
        return commands.isDry() ? MemorySegment.NULL : files.read(file);
    }
}
