package org.offloadtck.plugin.process;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.offloadtck.command.KitCommand;
import org.offloadtck.plugin.DevicePlugin;

/// A running [PluginServer] with the socket to it.
final class PluginProcess {

    /// The file of a fault's report is not wanted: its beginning is printed.
    private static final List<String> OPTIONS =
            List.of("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null");

    /// The time in which a process that has closed its socket ends: a JVM that faulted reports it
    /// first.
    private static final Duration END = Duration.ofSeconds(10);

    private static final ScheduledThreadPoolExecutor CLOCK =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("time limit of plugins").factory());

    static {
        CLOCK.setRemoveOnCancelPolicy(true);
    }

    private final Process process;
    private final OutputTail output;
    private final SocketChannel socket;
    private final Duration limit;
    private final DataInputStream in;
    private final DataOutputStream out;
    private volatile boolean isLate;

    private PluginProcess(
            Process process, OutputTail output, SocketChannel socket, Duration limit) {
        this.process = process;
        this.output = output;
        this.socket = socket;
        this.limit = limit;
        this.in = reader(socket);
        this.out = writer(socket);
    }

    /// Starts the process of a plugin.
    ///
    /// @param limit the time in which it has to answer a call
    /// @param environment variables in addition to those of this process
    /// @throws PluginProcessException if it ends before it can be called
    static PluginProcess start(
            Class<? extends DevicePlugin> plugin, Duration limit, Map<String, String> environment) {
        try {
            var folder = Files.createTempDirectory("offload-tck-plugin");
            var path = folder.resolve("socket");
            try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(UnixDomainSocketAddress.of(path));
                var process = start(plugin, path, environment);
                var output = new OutputTail(process.getInputStream());
                return new PluginProcess(process, output, accept(server, process, output), limit);
            } finally {
                Files.deleteIfExists(path);
                Files.delete(folder);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Process start(
            Class<? extends DevicePlugin> plugin, Path socket, Map<String, String> environment)
            throws IOException {
        var command =
                KitCommand.ofThisProcess(
                                PluginServer.class.getName(),
                                plugin.getName(),
                                socket.toString(),
                                Long.toString(ProcessHandle.current().pid()))
                        .with(OPTIONS);
        var builder = new ProcessBuilder(command.words()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static SocketChannel accept(
            ServerSocketChannel server, Process process, OutputTail output) throws IOException {
        var _ = process.onExit().thenRun(() -> close(server));
        try {
            return server.accept();
        } catch (AsynchronousCloseException _) {
            var report = CrashReport.of(process.exitValue(), output.text());
            throw report.exception();
        }
    }

    private static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    static DataInputStream reader(SocketChannel socket) {
        return new DataInputStream(new BufferedInputStream(Channels.newInputStream(socket)));
    }

    static DataOutputStream writer(SocketChannel socket) {
        return new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(socket)));
    }

    DataInputStream in() {
        return in;
    }

    DataOutputStream out() {
        return out;
    }

    /// Ends the process if what the caller waits for takes longer than its time limit.
    ///
    /// @return to be closed when the answer has begun
    Deadline deadline() {
        var end = CLOCK.schedule(this::endLate, limit.toMillis(), TimeUnit.MILLISECONDS);
        return () -> end.cancel(false);
    }

    /// A limit of time that ends when it is closed.
    interface Deadline extends AutoCloseable {
        @Override
        void close();
    }

    private void endLate() {
        isLate = true;
        process.destroyForcibly();
    }

    /// Why the process is gone, or ends now because what it sent cannot be read.
    PluginProcessException failure(IOException seen) {
        if (!hasEnded()) {
            process.destroyForcibly();
            return PluginProcessException.ended(
                    "the process of the plugin was ended, since its answer cannot be read: "
                            + seen.getMessage());
        }
        close(socket);
        return isLate
                ? PluginProcessException.outOfTime(limit)
                : CrashReport.of(process.exitValue(), output.text()).exception();
    }

    private boolean hasEnded() {
        try {
            return process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Lets the process end.
    void close() {
        close(socket);
    }
}
