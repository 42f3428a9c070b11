package org.offloadtck.simt.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;
import org.offloadtck.simt.image.CallSite.Target;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.SuppliedFunction.SystemCall;
import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.memory.Bytes;
import org.offloadtck.simt.memory.GlobalMemory;

/// Carries out a launch twice, interpreted and as bytecode, from the same memory, and compares what
/// comes of it: every byte of memory, every count, the output, the fault.
///
/// A launch that calls `malloc` or `free` changes what no copy of the memory brings back; it is
/// carried out once, as bytecode.
final class BothExecutors {

    private final GlobalMemory memory;
    private final LaunchOptions options;
    private final Function<LaunchOptions, LaunchResult> launch;

    private BothExecutors(
            GlobalMemory memory,
            LaunchOptions options,
            Function<LaunchOptions, LaunchResult> launch) {
        this.memory = memory;
        this.options = options;
        this.launch = launch;
    }

    /// What a launch of `image` comes to.
    ///
    /// @throws KernelFaultException if that is a fault
    static LaunchResult run(
            DeviceImage image,
            LaunchOptions options,
            Function<LaunchOptions, LaunchResult> launch) {
        var both = new BothExecutors(image.memory(), options, launch);
        return (allocates(image) ? both.outcome(Executor.BYTECODE) : both.compare()).result();
    }

    private static boolean allocates(DeviceImage image) {
        return Arrays.stream(image.code().sites())
                .anyMatch(site ->
                        site.target() instanceof Target.Supplied(SystemCall call)
                                && (call == SystemCall.MALLOC || call == SystemCall.FREE));
    }

    private Outcome compare() {
        try (var arena = Arena.ofConfined()) {
            var before = copy(arena);
            var interpreted = outcome(Executor.INTERPRETER);
            var after = copy(arena);
            Bytes.copy(before.address(), start(), before.byteSize());
            var compiled = outcome(Executor.BYTECODE);
            assertThat(compiled).hasToString(interpreted.toString());
            if (tellsMemory(interpreted)) {
                assertThat(copy(arena).mismatch(after)).as("first byte that differs").isEqualTo(-1);
            }
            return compiled;
        }
    }

    /// Whether memory is always the same afterwards. After a fault it is not when other threads of
    /// the host had begun CTAs after the one that faulted.
    private boolean tellsMemory(Outcome outcome) {
        return outcome instanceof Outcome.Ended
                || (options.threads() == 1 && !outcome.isInterrupted());
    }

    private MemorySegment copy(Arena arena) {
        var copy = arena.allocate(Math.max(1, memory.reached()));
        Bytes.copy(start(), copy.address(), memory.reached());
        return copy;
    }

    private long start() {
        return AddressSpace.GLOBAL + memory.shift();
    }

    private Outcome outcome(Executor executor) {
        try {
            return new Outcome.Ended(launch.apply(options.withExecutor(executor)));
        } catch (KernelFaultException fault) {
            return new Outcome.Faulted(fault);
        }
    }

    /// What comes of a launch, as text all that should be the same.
    private sealed interface Outcome {

        LaunchResult result();

        boolean isInterrupted();

        record Ended(LaunchResult result) implements Outcome {

            @Override
            public boolean isInterrupted() {
                return false;
            }
        }

        record Faulted(KernelFaultException fault) implements Outcome {

            @Override
            public LaunchResult result() {
                throw fault;
            }

            /// Then it is chance how far the launch had come.
            @Override
            public boolean isInterrupted() {
                return fault.kind() == FaultKind.INTERRUPTED;
            }

            @Override
            public String toString() {
                return isInterrupted()
                        ? "interrupted"
                        : "%s %s after %s".formatted(fault.kind(), fault, fault.soFar());
            }
        }
    }
}
