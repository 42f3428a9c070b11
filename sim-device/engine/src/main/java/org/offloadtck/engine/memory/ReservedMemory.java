package org.offloadtck.engine.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Zeroed memory of this process that is reserved with `mmap`. The operating system allocates a
/// page when it is first written.
@SuppressWarnings("restricted") // the C library is called here and nowhere else
final class ReservedMemory {

    /// `PROT_READ | PROT_WRITE` (Linux, `asm-generic/mman-common.h`).
    private static final int READ_WRITE = 3;

    /// `MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE` (Linux, `linux/mman.h`,
    /// `asm-generic/mman-common.h`, `asm-generic/mman.h`; the same on x86-64 and AArch64).
    private static final int SPARSE = 0x2 | 0x20 | 0x4000;

    private static final MethodHandle MMAP =
            function(
                    "mmap",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG));

    private static final MethodHandle MUNMAP =
            function(
                    "munmap",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

    private ReservedMemory() {}

    private static MethodHandle function(String name, FunctionDescriptor type) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /// Reserves `bytes` bytes until `lifetime` closes.
    ///
    /// @throws IllegalStateException if the address space cannot be reserved
    static MemorySegment of(long bytes, Arena lifetime) {
        long address = map(bytes);
        if (address == -1) {
            throw new IllegalStateException(
                    "%d bytes of address space cannot be reserved".formatted(bytes));
        }
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes, lifetime, _ -> unmap(address, bytes));
    }

    private static long map(long bytes) {
        try {
            return (long) MMAP.invokeExact(0L, bytes, READ_WRITE, SPARSE, -1, 0L);
        } catch (Throwable failure) {
            throw new IllegalStateException("mmap", failure);
        }
    }

    private static void unmap(long address, long bytes) {
        try {
            int result = (int) MUNMAP.invokeExact(address, bytes);
            if (result != 0) {
                throw new IllegalStateException("munmap of 0x%x failed".formatted(address));
            }
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException("munmap", failure);
        }
    }
}
