package org.offloadtck.emulation.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A device server with a [FakeDriver] as a process of its own. Each leaves a line with its process
/// id beside its socket.
public final class FakeServer {

    private FakeServer() {}

    public static void main(String[] words) throws IOException {
        Files.write(
                started(Path.of(words[0])),
                List.of(Long.toString(ProcessHandle.current().pid())),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        DeviceServer.run(Path.of(words[0]), new FakeDriver().backend(), System.out, System.err);
    }

    /// Where the servers of `socket` leave their lines.
    static Path started(Path socket) {
        return socket.resolveSibling("started");
    }

    /// The servers that were started at `socket`, ended ones too.
    static List<Long> processes(Path socket) throws IOException {
        return Files.exists(started(socket))
                ? Files.readAllLines(started(socket)).stream().map(Long::valueOf).toList()
                : List.of();
    }
}
