package org.offloadtck.emulation.unified;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.offloadtck.engine.memory.UnifiedMemory;

/// The address space of a client process, as kernels access it.
///
/// Requirement: ER-18.
///
/// Thread-safe. If the system does not permit the server to copy, the helper copies from then on.
public final class ClientAddressSpace implements UnifiedMemory {

    /// How long an operation waits for the helper to connect, in seconds.
    private static final int CONNECT_SECONDS = 60;

    /// How the frame of a program's `main` starts.
    private static final String MAIN = "main in ";

    private final long process;
    private final Access access;
    private final ProcessCopies copies;
    private final CompletableFuture<ClientMemoryThread> helper = new CompletableFuture<>();
    private volatile boolean copiesArePermitted = true;
    private volatile Optional<ProcessMappings> mappings = Optional.empty();

    /// What kernels may do with addresses of the process.
    public enum Access {
        /// Read and write.
        UNIFIED,
        /// Nothing: addresses are described only.
        NONE
    }

    /// @param process its id
    public ClientAddressSpace(long process, Access access) {
        this.process = process;
        this.access = access;
        this.copies = new ProcessCopies(process);
    }

    /// Sets the helper, once.
    public void attach(ClientMemoryThread thread) {
        helper.complete(thread);
    }

    private Optional<ClientMemoryThread> helper() {
        try {
            return Optional.of(helper.get(CONNECT_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean isAvailable() {
        return access == Access.UNIFIED;
    }

    @Override
    public boolean read(long address, long place, int bytes) {
        if (copiesArePermitted) {
            var outcome = copies.read(address, place, bytes);
            if (outcome != ProcessCopies.Outcome.NOT_PERMITTED) {
                return outcome == ProcessCopies.Outcome.DONE;
            }
            copiesArePermitted = false;
        }
        return helper().filter(thread -> thread.read(address, segment(place, bytes))).isPresent();
    }

    @Override
    public boolean write(long address, long place, int bytes) {
        if (copiesArePermitted) {
            var outcome = copies.write(address, place, bytes);
            if (outcome != ProcessCopies.Outcome.NOT_PERMITTED) {
                return outcome == ProcessCopies.Outcome.DONE;
            }
            copiesArePermitted = false;
        }
        return helper().filter(thread -> thread.write(address, segment(place, bytes))).isPresent();
    }

    @SuppressWarnings("restricted") // the engine's memory, by its address
    private static MemorySegment segment(long place, int bytes) {
        return MemorySegment.ofAddress(place).reinterpret(bytes);
    }

    @Override
    public boolean isWritable(long address) {
        return mappings.filter(known -> known.isWritable(address)).isPresent()
                || renewed().isWritable(address);
    }

    @Override
    public boolean hasEnded() {
        return renewed().isEmpty();
    }

    private ProcessMappings renewed() {
        var fresh = ProcessMappings.of(process);
        mappings = Optional.of(fresh);
        return fresh;
    }

    @Override
    public OptionalLong compareAndExchange(long address, int bytes, long expected, long next) {
        return helper().map(thread -> thread.compareAndExchange(address, bytes, expected, next))
                .orElse(OptionalLong.empty());
    }

    /// The frames of a thread, innermost first, up to that of `main`: `sum in a.out+0x1184`.
    ///
    /// @param addresses the instruction that is executed, then return addresses
    public List<String> frames(List<Long> addresses) {
        var now = renewed();
        var frames = new ArrayList<String>();
        for (long address : addresses) {
            frames.add(now.frame(address, frames.isEmpty() ? 0 : 1));
            if (frames.getLast().startsWith(MAIN)) {
                break;
            }
        }
        return frames;
    }

    @Override
    public String describe(long address) {
        var now = renewed();
        return now.describe(address)
                .map(where -> there(now, address, where))
                .orElseGet(() ->
                        "where the process has no memory: "
                                + now.describeNearest(address).orElse("it has ended"));
    }

    /// The static variable that contains an address, or a pointer to it; empty if there is none.
    private String variable(ProcessMappings now, long address) {
        return now.variables(address)
                .flatMap(each -> each.describe(address, at -> pointed(now, address, at)).stream())
                .findFirst()
                .map(text -> ", " + text)
                .orElse("");
    }

    /// The value of the pointer at `pointer` if it points to the same mapping as `address`.
    private Optional<Long> pointed(ProcessMappings now, long address, long pointer) {
        try (var arena = Arena.ofConfined()) {
            var value = arena.allocate(Long.BYTES);
            boolean isRead = now.isReadable(pointer) && read(pointer, value.address(), Long.BYTES);
            return Optional.of(value.get(ValueLayout.JAVA_LONG, 0))
                    .filter(target -> isRead && now.isSameMapping(address, target));
        }
    }

    private String there(ProcessMappings now, long address, String where) {
        return switch (access) {
            case NONE ->
                    "a host address that is not mapped to the device, in %s of the process%s"
                            .formatted(where, variable(now, address));
            case UNIFIED ->
                    "in %s of the process, which is %s"
                            .formatted(
                                    where, now.isReadable(address) ? "read-only" : "inaccessible");
        };
    }
}
