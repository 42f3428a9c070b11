package org.offloadtck.command;

import java.io.IOException;
import java.nio.file.Path;

/// Work that a module executes once while the launcher records the ahead-of-time cache of the JVM
/// (JEP 483), so that later starts find its classes loaded. Found by the service file of this
/// interface.
@FunctionalInterface
public interface Rehearsal {

    /// Executes the work.
    ///
    /// @param folder for temporary files; the caller deletes it
    /// @param image a linked device image, as a program carries it
    void rehearse(Path folder, byte[] image) throws IOException;
}
