package org.offloadtck.emulation.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.StandalonePrograms;

/// Starts the device server for the client libraries: `serve SOCKET`, without loading the other
/// commands.
public final class DeviceServerProgram implements StandalonePrograms {

    @Override
    public Optional<StandaloneProgram> startedBy(List<String> words) {
        return words.size() == 2 && words.getFirst().equals(ServeCommand.NAME)
                ? Optional.of(
                        (socket, _, err) -> ServeCommand.serve(Path.of(socket.getFirst()), err))
                : Optional.empty();
    }
}
