package org.offloadtck.emulation.graph;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.engine.memory.Allocation;

/// The physical memory of a device that launches of graphs have taken. A launch reuses what earlier
/// launches in its stream need no more; the rest is taken from the device, which gets it back when
/// it is trimmed (CUDA C++ Programming Guide 13.0, "Graph Memory Nodes").
///
/// Launches in different streams share no memory, even if they do not overlap: which of them have
/// ended depends on the host.
public final class LaunchMemory {

    /// A launch takes a multiple of so many bytes: the granularity of physical memory of devices of
    /// compute capability 7 to 9.
    private static final long GRANULARITY = 2L << 20;

    /// Attributes of `CUgraphMem_attribute` (CUDA driver API 13.0). The memory that graphs use is
    /// all that is reserved for them.
    public enum Attribute {
        USED_MEM_CURRENT(0),
        USED_MEM_HIGH(1),
        RESERVED_MEM_CURRENT(2),
        RESERVED_MEM_HIGH(3);

        private final int number;

        Attribute(int number) {
            this.number = number;
        }

        /// The attribute of a number.
        public static Optional<Attribute> of(int number) {
            return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
        }

        /// Whether a program can reset it to 0.
        public boolean isWatermark() {
            return this == USED_MEM_HIGH || this == RESERVED_MEM_HIGH;
        }
    }

    /// Memory that launches in a stream reuse.
    ///
    /// @param users the work that uses it
    private record Reusable(long bytes, List<Ticket> users) {}

    private final EmulatedDevice device;
    private final Map<EmulatedStream, Reusable> reusable = new LinkedHashMap<>();
    private final Map<Allocation, Long> kept = new HashMap<>();
    private final Map<Attribute, Long> watermarks = new EnumMap<>(Attribute.class);

    LaunchMemory(EmulatedDevice gpu) {
        this.device = gpu;
    }

    /// Takes the memory of a launch.
    ///
    /// @param temporary ranges that the graph frees itself
    /// @param lasting ranges that it does not free
    /// @throws DriverCallException if the device has not enough left
    void take(EmulatedStream stream, List<Allocation> temporary, List<Allocation> lasting) {
        long own = rounded(temporary.stream().mapToLong(Allocation::size).sum());
        long wanted = own + lasting.stream().mapToLong(each -> rounded(each.size())).sum();
        if (!take(stream, wanted)) {
            trim();
            if (!take(stream, wanted)) {
                throw DriverCallException.of(
                        DriverResult.OUT_OF_MEMORY,
                        "the allocations of the graph take %d bytes, which device %d has not left"
                                .formatted(wanted, device.ordinal()));
            }
        }
        lasting.forEach(each -> kept.put(each, rounded(each.size())));
        add(stream, own - wanted);
        for (var attribute : Attribute.values()) {
            watermarks.merge(attribute, taken(), Math::max);
        }
    }

    /// Has as many bytes for a stream.
    private boolean take(EmulatedStream stream, long wanted) {
        long missing = Math.max(0, wanted - of(stream).bytes());
        if (!device.reserveMemory(missing)) {
            return false;
        }
        add(stream, missing);
        return true;
    }

    private Reusable of(EmulatedStream stream) {
        return reusable.getOrDefault(stream, new Reusable(0, List.of()));
    }

    private void add(EmulatedStream stream, long bytes) {
        var before = of(stream);
        reusable.put(stream, new Reusable(before.bytes() + bytes, before.users()));
    }

    /// Records the work that uses the memory of a stream.
    void used(EmulatedStream stream, List<Ticket> launch) {
        reusable.computeIfPresent(stream, (_, each) -> new Reusable(each.bytes(), launch));
    }

    /// Memory that its graph does not free is freed in a stream.
    void freed(Allocation range, EmulatedStream stream) {
        Optional.ofNullable(kept.remove(range)).ifPresent(bytes -> add(stream, bytes));
    }

    /// Returns memory to the device that no launch uses.
    public void trim() {
        release(each -> Ticket.areDone(each.getValue().users()));
    }

    /// Returns the memory of the streams of a context, which ends.
    void forget(EmulatedContext context) {
        release(each -> each.getKey().context() == context);
    }

    private void release(Predicate<Map.Entry<EmulatedStream, Reusable>> which) {
        for (var each = reusable.entrySet().iterator(); each.hasNext(); ) {
            var entry = each.next();
            if (which.test(entry)) {
                device.releaseMemory(entry.getValue().bytes());
                each.remove();
            }
        }
    }

    /// The value of an attribute, in bytes.
    public long value(Attribute attribute) {
        return attribute.isWatermark() ? watermarks.getOrDefault(attribute, 0L) : taken();
    }

    /// Resets a watermark to 0.
    public void reset(Attribute watermark) {
        watermarks.put(watermark, 0L);
    }

    private long taken() {
        return reusable.values().stream().mapToLong(Reusable::bytes).sum()
                + kept.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long rounded(long bytes) {
        return Math.ceilDiv(bytes, GRANULARITY) * GRANULARITY;
    }
}
