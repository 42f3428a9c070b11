package org.offloadtck.linker.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.tool.CommandRunner.Mode;
import org.offloadtck.object.elf.ElfObject;

/// A linker of the machine, `ld` or another that takes its options, for programs that are to run
/// natively.
///
/// @param linker the program
/// @param limit how long a link may take before it is stopped
public record SystemLinker(Path linker, Duration limit) {

    /// Looks for `name` in the folders of `path`, as a shell does in `$PATH`.
    public static Optional<SystemLinker> find(String name, List<Path> path, Duration limit) {
        return new ProgramSearchPath(path).find(name).map(found -> new SystemLinker(found, limit));
    }

    /// Links `objects`, in order, in a folder that the caller owns; they and the executable stay
    /// there.
    ///
    /// @param options come before the objects
    /// @return the executable, `program` in `folder`
    /// @throws org.offloadtck.linker.input.LinkException with what the linker printed, if it fails
    ///   or does not end
    /// @throws UncheckedIOException if the folder cannot be written
    public Path link(List<ElfObject> objects, List<String> options, Path folder) {
        try {
            var executable = folder.resolve("program");
            var command = new ArrayList<>(List.of(linker.toString(), "-o", executable.toString()));
            command.addAll(options);
            for (ElfObject object : objects) {
                var file = folder.resolve("%d.o".formatted(command.size()));
                command.add(Files.write(file, object.write()).toString());
            }
            new CommandRunner(Mode.RUN, folder, limit, _ -> {}).run(command);
            return executable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
