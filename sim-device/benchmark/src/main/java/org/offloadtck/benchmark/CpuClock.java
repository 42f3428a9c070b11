package org.offloadtck.benchmark;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The CPU time of all threads of this process, in nanoseconds.
///
/// `getProcessCpuTime` of the JDK has a resolution of 10 ms, which exceeds the duration of some
/// launches.
final class CpuClock {

    /// `CLOCK_PROCESS_CPUTIME_ID` (Linux, `include/uapi/linux/time.h`).
    private static final int PROCESS = 2;

    private static final long NANOS = 1_000_000_000L;

    private static final MemoryLayout TIMESPEC =
            MemoryLayout.structLayout(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

    @SuppressWarnings("restricted") // POSIX, `clock_gettime`
    private static final MethodHandle GET_TIME =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS));

    private CpuClock() {}

    /// CPU time so far, in nanoseconds.
    static long nanos() {
        try (var arena = Arena.ofConfined()) {
            var time = arena.allocate(TIMESPEC);
            int status = get(time);
            if (status != 0) {
                throw new IllegalStateException("clock_gettime answered %d".formatted(status));
            }
            return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * NANOS
                    + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        }
    }

    private static int get(MemorySegment time) {
        try {
            return (int) GET_TIME.invokeExact(PROCESS, time);
        } catch (Throwable failure) {
            throw new IllegalStateException("clock_gettime cannot be called", failure);
        }
    }
}
