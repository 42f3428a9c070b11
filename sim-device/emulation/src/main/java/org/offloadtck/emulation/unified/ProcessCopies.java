package org.offloadtck.emulation.unified;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// Copies between this process and another by `process_vm_readv(2)` and `process_vm_writev(2)`,
/// which respect the permissions of the other's memory.
final class ProcessCopies {

    /// What came of a copy.
    enum Outcome {
        DONE,
        /// The other process lacks memory there, or has ended.
        NOT_THERE,
        /// The system does not permit this process to access the other's memory.
        NOT_PERMITTED
    }

    /// `EPERM` and `ENOSYS` of errno(3), by the numbers of x86-64 and AArch64 Linux.
    private static final int NOT_PERMITTED = 1;

    private static final int NO_SUCH_CALL = 38;

    private static final String ERROR = "errno";
    private static final Linker.Option CAPTURE = Linker.Option.captureCallState(ERROR);
    private static final VarHandle ERROR_NUMBER =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement(ERROR));

    private static final MethodHandle READ = function("process_vm_readv");
    private static final MethodHandle WRITE = function("process_vm_writev");

    private final int process;

    /// @param process its id
    ProcessCopies(long process) {
        this.process = Math.toIntExact(process);
    }

    @SuppressWarnings("restricted") // the two calls of the C library
    private static MethodHandle function(String name) {
        var linker = Linker.nativeLinker();
        var type =
                FunctionDescriptor.of(
                        JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG);
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, CAPTURE);
    }

    /// Copies from the other process to `place` in this one.
    Outcome read(long address, long place, long bytes) {
        return copy(READ, address, place, bytes);
    }

    /// Copies from `place` in this process to the other.
    Outcome write(long address, long place, long bytes) {
        return copy(WRITE, address, place, bytes);
    }

    private Outcome copy(MethodHandle call, long address, long place, long bytes) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(Linker.Option.captureStateLayout());
            var here = vector(arena, place, bytes);
            var there = vector(arena, address, bytes);
            long copied = (long) call.invokeExact(state, process, here, 1L, there, 1L, 0L);
            if (copied == bytes) {
                return Outcome.DONE;
            }
            int error = copied < 0 ? (int) ERROR_NUMBER.get(state, 0L) : 0;
            return error == NOT_PERMITTED || error == NO_SUCH_CALL
                    ? Outcome.NOT_PERMITTED
                    : Outcome.NOT_THERE;
        } catch (RuntimeException fault) {
            throw fault;
        } catch (Throwable fault) {
            throw new IllegalStateException("process_vm_readv cannot be called", fault);
        }
    }

    /// A `struct iovec`: address and length.
    private static MemorySegment vector(Arena arena, long address, long bytes) {
        return arena.allocateFrom(JAVA_LONG, address, bytes);
    }
}
