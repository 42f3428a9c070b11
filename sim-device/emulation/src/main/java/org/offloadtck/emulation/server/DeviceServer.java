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
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.net.ExtendedSocketOptions;

/// The device server of one user. It accepts connections at a socket, serves each on a thread of
/// its own, and ends when it has been idle for a time or is closed.
public final class DeviceServer implements AutoCloseable {

    /// Time that a server without connections waits for the next program.
    public static final Duration IDLE = Duration.ofMinutes(5);

    /// Time after the last connection at which the server returns unused memory to the system.
    /// Programs that follow one another do not wait for that.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Path socket;
    private final Object socketKey;
    private final ServerSocketChannel listener;
    private final SessionRegistry sessions;
    private final DeviceBackend backend;
    private final ServerLog log;
    private final Set<SocketChannel> open = new HashSet<>();
    private final AtomicBoolean socketDeleted = new AtomicBoolean();
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

    /// Listens at `socket`, in a folder that only this user may enter.
    ///
    /// @param log for faults
    /// @throws IOException if other users may enter the folder, if another server listens there, or
    ///   if the socket cannot be created; the message is one line
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
                    "%s: folder has mode %s and owner %s, expected a folder that only this user may enter"
                            .formatted(folder, mode, attributes.owner().getName()));
        }
    }

    /// A file that belongs to the user of this process.
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

    /// Runs a server until it ends: prints `ready` to `output` when clients can connect, and ends
    /// cleanly on SIGTERM.
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

    /// Serves until it has been idle for `idle`, or another thread closes it.
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

    /// Whether the process at the other end belongs to this user, according to the kernel.
    private boolean isOwn(SocketChannel channel) {
        try {
            var peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
            return peer.user().equals(Files.getOwner(self()));
        } catch (IOException _) {
            return false;
        }
    }

    /// Closes the server when it has been idle for `idle`. After each program it collects garbage
    /// once, so that the heap shrinks: PyTorch's leaves 6 GB.
    private void watch(Duration idle) {
        long collected = idleSince();
        try {
            for (long left = left(idle); left > 0; left = left(idle)) {
                if (left(PAUSE) <= 0 && collected != idleSince()) {
                    collected = idleSince();
                    System.gc();
                }
                Thread.sleep(Duration.ofNanos(Math.min(left, PAUSE.toNanos())).plusMillis(1));
            }
            close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized long idleSince() {
        return idleSince;
    }

    /// Nanoseconds until the server has been idle long enough if no client connects.
    private synchronized long left(Duration idle) {
        return open.isEmpty() ? idle.toNanos() - (System.nanoTime() - idleSince) : idle.toNanos();
    }

    /// Ends the server: deletes the file of the socket and closes all connections. May be called
    /// repeatedly and by any thread. Only the first call deletes: after it another server may
    /// listen at the same name, with a file that got the same inode.
    @Override
    public void close() {
        if (!socketDeleted.getAndSet(true)) {
            deleteSocket();
        }
        Connection.close(listener);
        Set<SocketChannel> left;
        synchronized (this) {
            left = Set.copyOf(open);
        }
        left.forEach(Connection::close);
    }

    private void deleteSocket() {
        try {
            if (Files.exists(socket) && key(socket).equals(socketKey)) {
                Files.deleteIfExists(socket);
            }
        } catch (IOException fault) {
            log.internal(fault);
        }
    }

    /// Device and inode, which distinguish the file of this socket from a later one of the same
    /// name.
    private static Object key(Path file) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(file, PosixFileAttributes.class).fileKey());
    }
}
