package org.offloadtck.emulation.server;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.emulation.api.SharedSpace.MemoryFiles;

/// Memory that another process can map: a sparse anonymous file (`memfd_create(2)`), which the
/// client opens as `/proc/PID/fd/DESCRIPTOR`.
///
/// Requirements: ER-01, ER-34.
final class SessionMemory implements MemoryFiles, AutoCloseable {

    /// `O_RDWR | O_CLOEXEC` (Linux, `asm-generic/fcntl.h`).
    private static final int READ_WRITE_CLOEXEC = 0x2 | 0x80000;

    /// `PROT_READ | PROT_WRITE` (Linux, `asm-generic/mman-common.h`).
    private static final int READ_WRITE = 3;

    /// `MAP_SHARED | MAP_FIXED` (Linux, `linux/mman.h`, `asm-generic/mman-common.h`).
    private static final int SHARED_FIXED = 0x1 | 0x10;

    /// What the name of each file begins with.
    private static final String PREFIX = "offload-tck";

    /// What `readlink` returns for an anonymous file: memfd_create(2).
    private static final Pattern LINK = Pattern.compile("/memfd:" + PREFIX + "-(.*) \\(deleted\\)");

    /// `MFD_CLOEXEC` of memfd_create(2).
    private static final int CLOSE_ON_EXEC = 1;

    private static final MethodHandle CREATE =
            function("memfd_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE =
            function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private static final MethodHandle OPEN =
            function(
                    "open",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle TRUNCATE =
            function("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MAP =
            function(
                    "mmap",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT,
                            JAVA_LONG));

    private final Arena arena = Arena.ofShared();
    private final Set<Integer> others = new HashSet<>();
    private final int descriptor;
    private final MemorySegment segment;
    private final long deviceBytes;
    private final String name;

    private SessionMemory(int descriptor, String name, long deviceBytes, long sharedBytes)
            throws IOException {
        this.descriptor = descriptor;
        this.name = name;
        this.deviceBytes = deviceBytes;
        var file = Path.of("/proc/self/fd/" + descriptor);
        try (var channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.segment = channel.map(MapMode.READ_WRITE, 0, deviceBytes + sharedBytes, arena);
        }
    }

    /// @param process id of the client, which is the name of the file
    static SessionMemory ofBytes(long process, long deviceBytes, long sharedBytes)
            throws IOException {
        var name = Long.toString(process);
        int descriptor = createFile(name);
        if (descriptor < 0) {
            throw new IOException("no memory file can be created (memfd_create)");
        }
        try {
            return new SessionMemory(descriptor, name, deviceBytes, sharedBytes);
        } catch (IOException fault) {
            close(descriptor);
            throw fault;
        }
    }

    /// The descriptor of the file in this process.
    int descriptor() {
        return descriptor;
    }

    /// Bytes from its start that are memory of devices.
    long deviceBytes() {
        return deviceBytes;
    }

    MemorySegment segment() {
        return segment;
    }

    @Override
    public Optional<MemoryFile> session() {
        return Optional.of(new MemoryFile(path(descriptor), name, segment.byteSize()));
    }

    private static String path(int descriptor) {
        return "/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), descriptor);
    }

    private static int descriptor(MemoryFile file) {
        return Integer.parseInt(file.path().substring(file.path().lastIndexOf('/') + 1));
    }

    @Override
    public synchronized Optional<MemoryFile> open(String path) {
        int opened;
        try (var names = Arena.ofConfined()) {
            opened = (int) OPEN.invokeExact(names.allocateFrom(path), READ_WRITE_CLOEXEC);
        } catch (Throwable fault) {
            throw new IllegalStateException("open cannot be called", fault);
        }
        if (opened < 0) {
            return Optional.empty();
        }
        var file = described(opened);
        if (file.isEmpty()) {
            close(opened);
        } else {
            others.add(opened);
        }
        return file;
    }

    /// The file of a descriptor; empty if no device server has created it.
    private static Optional<MemoryFile> described(int descriptor) {
        var own = Path.of("/proc/self/fd/" + descriptor);
        try {
            var link = LINK.matcher(Files.readSymbolicLink(own).toString());
            return link.matches()
                    ? Optional.of(new MemoryFile(path(descriptor), link.group(1), Files.size(own)))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    @Override
    public synchronized Optional<MemoryFile> create(String fileName, long bytes) {
        int created = createFile(fileName);
        if (created < 0) {
            return Optional.empty();
        }
        try {
            if ((int) TRUNCATE.invokeExact(created, bytes) != 0) {
                close(created);
                return Optional.empty();
            }
        } catch (Throwable fault) {
            throw new IllegalStateException("ftruncate cannot be called", fault);
        }
        others.add(created);
        return Optional.of(new MemoryFile(path(created), fileName, bytes));
    }

    @Override
    public synchronized void close(MemoryFile file) {
        int number = descriptor(file);
        if (others.remove(number)) {
            close(number);
        }
    }

    @Override
    public boolean map(MemoryFile file, long from, long offset, long bytes) {
        long place = segment.asSlice(offset, bytes).address();
        try {
            return (long)
                            MAP.invokeExact(
                                    place, bytes, READ_WRITE, SHARED_FIXED, descriptor(file), from)
                    == place;
        } catch (Throwable fault) {
            throw new IllegalStateException("mmap cannot be called", fault);
        }
    }

    @Override
    public synchronized void close() {
        arena.close();
        others.forEach(SessionMemory::close);
        others.clear();
        close(descriptor);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(
            String name, FunctionDescriptor descriptor, Linker.Option... options) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, options);
    }

    private static int createFile(String name) {
        try (var names = Arena.ofConfined()) {
            return (int) CREATE.invokeExact(names.allocateFrom(PREFIX + "-" + name), CLOSE_ON_EXEC);
        } catch (Throwable fault) {
            throw new IllegalStateException("memfd_create cannot be called", fault);
        }
    }

    private static void close(int descriptor) {
        try {
            var _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable fault) {
            throw new IllegalStateException("close cannot be called", fault);
        }
    }
}
