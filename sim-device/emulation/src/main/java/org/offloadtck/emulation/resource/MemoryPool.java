package org.offloadtck.emulation.resource;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.resource.AddressReservations.Access;

/// A pool of device memory for allocations in the order of a stream. Freed memory returns to the
/// device at once, so that a pool reserves what is in use.
public final class MemoryPool implements Resource {

    /// Attributes of memory pools: `CUmemPool_attribute` (CUDA driver API 12.6).
    public enum Attribute {
        REUSE_FOLLOW_EVENT_DEPENDENCIES(1, Values.FLAG),
        REUSE_ALLOW_OPPORTUNISTIC(2, Values.FLAG),
        REUSE_ALLOW_INTERNAL_DEPENDENCIES(3, Values.FLAG),
        /// Bytes that the pool keeps when a stream, event or context is synchronized.
        RELEASE_THRESHOLD(4, Values.ANY),
        RESERVED_MEM_CURRENT(5, Values.NONE),
        RESERVED_MEM_HIGH(6, Values.ZERO),
        USED_MEM_CURRENT(7, Values.NONE),
        USED_MEM_HIGH(8, Values.ZERO);

        /// The values that a program can set.
        private enum Values {
            NONE,
            ZERO,
            FLAG,
            ANY
        }

        private final int number;
        private final Values values;

        Attribute(int number, Values values) {
            this.number = number;
            this.values = values;
        }

        /// The attribute of a number.
        public static Optional<Attribute> of(int number) {
            return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
        }

        /// Whether a program can set it to `value`.
        public boolean accepts(long value) {
            return switch (values) {
                case NONE -> false;
                case ZERO -> value == 0;
                case FLAG -> value == 0 || value == 1;
                case ANY -> true;
            };
        }
    }

    private final long handle;
    private final EmulatedDevice device;
    private final long capacity;
    private final boolean isImported;
    private long used;
    private final Map<Attribute, Long> values = new EnumMap<>(Attribute.class);
    private final Map<EmulatedDevice, Access> access = new HashMap<>();

    /// @param capacity bytes that can be in use; 0 for as many as the device has
    public MemoryPool(long handle, EmulatedDevice gpu, long capacity) {
        this(handle, gpu, capacity, false);
    }

    private MemoryPool(long handle, EmulatedDevice gpu, long capacity, boolean isImported) {
        this.isImported = isImported;
        this.handle = handle;
        this.device = gpu;
        this.capacity = capacity;
    }

    /// A pool of another process, from which nothing is allocated here.
    static MemoryPool imported(long handle, EmulatedDevice gpu) {
        return new MemoryPool(handle, gpu, 0, true);
    }

    /// Whether it is a pool of another process.
    public boolean isImported() {
        return isImported;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedDevice device() {
        return device;
    }

    /// Whether `bytes` more can be allocated.
    public boolean hasRoom(long bytes) {
        return capacity == 0 || bytes <= capacity - used;
    }

    void allocated(long bytes) {
        used += bytes;
        values.merge(Attribute.USED_MEM_HIGH, used, Math::max);
        values.merge(Attribute.RESERVED_MEM_HIGH, used, Math::max);
    }

    void freed(long bytes) {
        used -= bytes;
    }

    /// The value of an attribute.
    public long value(Attribute attribute) {
        return switch (attribute) {
            case USED_MEM_CURRENT, RESERVED_MEM_CURRENT -> used;
            case REUSE_FOLLOW_EVENT_DEPENDENCIES,
                    REUSE_ALLOW_OPPORTUNISTIC,
                    REUSE_ALLOW_INTERNAL_DEPENDENCIES ->
                    values.getOrDefault(attribute, 1L);
            case RELEASE_THRESHOLD, USED_MEM_HIGH, RESERVED_MEM_HIGH ->
                    values.getOrDefault(attribute, 0L);
        };
    }

    public void setValue(Attribute attribute, long value) {
        values.put(attribute, value);
    }

    /// The access of a device to the memory of the pool.
    public Access access(EmulatedDevice gpu) {
        return gpu == device ? Access.READ_WRITE : access.getOrDefault(gpu, Access.NONE);
    }

    public void setAccess(EmulatedDevice gpu, Access rights) {
        access.put(gpu, rights);
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return false;
    }
}
