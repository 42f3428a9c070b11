package org.offloadtck.emulation.server;

import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/// The device server of one user: accepts connections at a socket, one thread for each, until it
/// has been without any for a while or is closed.
public final class DeviceServer implements AutoCloseable {

    /// How long a server without connections stays for the next program.
    public static final Duration IDLE = Duration.ofMinutes(5);

    private final Path socket;
    private final Object socketKey;
    private final ServerSocketChannel listener;
    private final SessionRegistry sessions;
    private final DeviceBackend backend;
    private final ServerLog log;
    private final Set<SocketChannel> open = new HashSet<>();
    private long idleSince = System.nanoTime();

    private DeviceServer(
            Path socket, ServerSocketChannel listener, DeviceBackend backend, PrintStream log)
            throws IOException {
        this.socket = socket;
        this.socketKey = key(socket);
        this.listener = listener;
        this.sessions = new SessionRegistry(backend);
        this.backend = backend;
        this.log = new ServerLog(log);
    }

    /// Listens at `socket`, which lies in a folder that this user alone may enter.
    ///
    /// @param log where faults are written
    /// @throws IOException when the folder is open to others, another server listens there, or the
    ///   socket cannot be made; the message is one line
    public static DeviceServer listen(Path socket, DeviceBackend backend, PrintStream log)
            throws IOException {
        requirePrivate(socket);
        removeStale(socket);
        var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            return new DeviceServer(socket, listener, backend, log);
        } catch (IOException fault) {
            listener.close();
            throw fault;
        }
    }

    private static void requirePrivate(Path socket) throws IOException {
        var folder = socket.toAbsolutePath().getParent();
        var attributes = Files.readAttributes(folder, PosixFileAttributes.class);
        var mode = PosixFilePermissions.toString(attributes.permissions());
        if (!mode.endsWith("------") || !attributes.owner().equals(Files.getOwner(self()))) {
            throw new IOException(
                    "%s: folder is %s of %s when it should be this user's and closed to others"
                            .formatted(folder, mode, attributes.owner().getName()));
        }
    }

    /// A file that belongs to the user this process runs as.
    private static Path self() {
        return Path.of("/proc/self");
    }

    private static void removeStale(Path socket) throws IOException {
        if (!Files.exists(socket)) {
            return;
        }
        if (isListenedTo(socket)) {
            throw new IOException(socket + ": a device server listens there already");
        }
        Files.deleteIfExists(socket);
    }

    private static boolean isListenedTo(Path socket) throws IOException {
        try (var other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return other.isConnected();
        } catch (ConnectException _) {
            return false;
        }
    }

    /// Runs a server as a process of its own: says a word on `output` once clients may connect,
    /// serves, and ends cleanly when the process is told to (SIGTERM).
    ///
    /// @throws IOException as [#listen]
    public static void run(Path socket, DeviceBackend backend, PrintStream output, PrintStream log)
            throws IOException {
        try (var server = listen(socket, backend, log)) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
            output.println("ready");
            output.flush();
            server.serve(IDLE);
        }
    }

    /// Serves until it was idle for `idle` or is closed by another thread.
    public void serve(Duration idle) {
        var watch = Thread.ofPlatform().daemon().name("idle").start(() -> watch(idle));
        try {
            while (true) {
                accept(listener.accept());
            }
        } catch (ClosedChannelException _) {
            // Closed: that is how serving ends.
        } catch (IOException fault) {
            log.internal(fault);
        } finally {
            watch.interrupt();
            close();
        }
    }

    private void accept(SocketChannel channel) {
        synchronized (this) {
            open.add(channel);
        }
        Thread.ofPlatform().daemon().name("client").start(() -> connected(channel));
    }

    private void connected(SocketChannel channel) {
        try {
            if (isOwn(channel)) {
                new Connection(channel, sessions, backend.runs(), log).run();
            }
        } finally {
            Connection.close(channel);
            synchronized (this) {
                open.remove(channel);
                idleSince = System.nanoTime();
            }
        }
    }

    /// Whether the other end belongs to this user, as the kernel knows it.
    private boolean isOwn(SocketChannel channel) {
        try {
            var peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
            return peer.user().equals(Files.getOwner(self()));
        } catch (IOException _) {
            return false;
        }
    }

    private void watch(Duration idle) {
        try {
            while (true) {
                long left = left(idle);
                if (left <= 0) {
                    close();
                    return;
                }
                Thread.sleep(Duration.ofNanos(left).plusMillis(1));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nanoseconds until the server has been idle long enough, as things stand.
    private synchronized long left(Duration idle) {
        return open.isEmpty() ? idle.toNanos() - (System.nanoTime() - idleSince) : idle.toNanos();
    }

    /// Ends serving: the socket's file goes, and every connection ends. May be called repeatedly
    /// and by any thread.
    @Override
    public void close() {
        try {
            if (Files.exists(socket) && key(socket).equals(socketKey)) {
                Files.deleteIfExists(socket);
            }
        } catch (IOException fault) {
            log.internal(fault);
        }
        Connection.close(listener);
        Set<SocketChannel> left;
        synchronized (this) {
            left = Set.copyOf(open);
        }
        left.forEach(Connection::close);
    }

    /// Device and inode: what tells this socket's file from a later one of the same name.
    private static Object key(Path file) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(file, PosixFileAttributes.class).fileKey());
    }
}
