package org.offloadtck.scenario.executable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A device server that no other program uses: its socket lies in a folder of its own.
final class PrivateServer implements AutoCloseable {

    private final Path folder;

    private PrivateServer(Path folder) {
        this.folder = folder;
    }

    static PrivateServer prepare() {
        try {
            return new PrivateServer(Files.createTempDirectory("offload-tck-server-"));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Under what a program starts it, and finds it.
    Map<String, String> environment() {
        return Map.of("XDG_RUNTIME_DIR", folder.toString());
    }

    /// Sends SIGKILL to it; how many processes that were.
    long kill() {
        return servers().stream().filter(ProcessHandle::destroyForcibly).count();
    }

    /// Those that have the folder's path on their command line, which ends with the socket's.
    private List<ProcessHandle> servers() {
        return ProcessHandle.allProcesses().filter(this::isServer).toList();
    }

    /// By `/proc`, since [ProcessHandle] does not tell a command line longer than a page.
    private boolean isServer(ProcessHandle process) {
        try {
            var words = Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return words.contains("\0" + folder + "/");
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        servers()
                .forEach(server -> {
                    server.destroyForcibly();
                    server.onExit().join();
                });
        try (var files = Files.walk(folder)) {
            for (var file : files.toList().reversed()) {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
