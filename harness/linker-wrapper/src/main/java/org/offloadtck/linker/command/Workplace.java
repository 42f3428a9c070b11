package org.offloadtck.linker.command;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.offloadtck.linker.tool.Commands;
import org.offloadtck.linker.tool.Programs;

/// Where a link is done: with which programs, whether at all, and where its files go.
record Workplace(Programs programs, Commands commands, TemporaryFiles files) {

    /// Writes `bytes` to a file, unless nothing is run.
    Path put(String stem, String extension, MemorySegment bytes) {
        Path file = files.name(stem, extension);
        if (!commands.isDry()) {
            files.write(file, bytes);
        }
        return file;
    }

    /// What a command wrote to `file`; nothing where none was run.
    MemorySegment take(Path file) {
        return commands.isDry() ? MemorySegment.NULL : files.read(file);
    }
}
