package org.offloadtck.emulation.server;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Memory that another process can map: a sparse anonymous file (`memfd_create(2)`), which the
/// client opens as `/proc/PID/fd/DESCRIPTOR`.
final class SessionMemory implements AutoCloseable {

    /// `MFD_CLOEXEC` of memfd_create(2).
    private static final int CLOSE_ON_EXEC = 1;

    private static final MethodHandle CREATE =
            function("memfd_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE =
            function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final Arena arena = Arena.ofShared();
    private final int descriptor;
    private final MemorySegment segment;
    private final long deviceBytes;

    private SessionMemory(int descriptor, long deviceBytes, long sharedBytes) throws IOException {
        this.descriptor = descriptor;
        this.deviceBytes = deviceBytes;
        var file = Path.of("/proc/self/fd/" + descriptor);
        try (var channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.segment = channel.map(MapMode.READ_WRITE, 0, deviceBytes + sharedBytes, arena);
        }
    }

    static SessionMemory ofBytes(long deviceBytes, long sharedBytes) throws IOException {
        int descriptor = create();
        if (descriptor < 0) {
            throw new IOException("no memory file can be created (memfd_create)");
        }
        try {
            return new SessionMemory(descriptor, deviceBytes, sharedBytes);
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
    public void close() {
        arena.close();
        close(descriptor);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    private static int create() {
        try (var names = Arena.ofConfined()) {
            return (int) CREATE.invokeExact(names.allocateFrom("offload-tck"), CLOSE_ON_EXEC);
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
