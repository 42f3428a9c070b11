package org.offloadtck.scenario.executable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.offloadtck.linker.tool.TemporaryDirectory;

/// A device server that no other program uses. Its socket is in a folder of its own.
final class PrivateServer implements AutoCloseable {

    private final TemporaryDirectory folder;

    private PrivateServer(TemporaryDirectory folder) {
        this.folder = folder;
    }

    static PrivateServer prepare() {
        return new PrivateServer(TemporaryDirectory.create("offload-tck-server-"));
    }

    /// The environment with which a program starts this server and connects to it.
    Map<String, String> environment() {
        return Map.of("XDG_RUNTIME_DIR", folder.path().toString());
    }

    /// The folder of the server's socket.
    Path folder() {
        return folder.path();
    }

    /// Sends SIGKILL to the server.
    ///
    /// @return number of processes killed
    long kill() {
        return servers().stream().filter(ProcessHandle::destroyForcibly).count();
    }

    /// The processes whose command line contains the path of the folder, as part of the socket's
    /// path.
    private List<ProcessHandle> servers() {
        return ProcessHandle.allProcesses().filter(this::isServer).toList();
    }

    /// Reads `/proc`, because [ProcessHandle] truncates command lines to one page.
    private boolean isServer(ProcessHandle process) {
        try {
            var words = Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return words.contains("\0" + folder.path() + "/");
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
        folder.close();
    }
}
