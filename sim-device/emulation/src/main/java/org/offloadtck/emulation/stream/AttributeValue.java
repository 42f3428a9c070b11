package org.offloadtck.emulation.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.attribute.DeviceAttribute;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.stream.LaunchAttributes.AttributeId;

/// The value of an attribute of a stream or of a kernel node (CUDA driver API 13.0,
/// `CUlaunchAttributeValue`).
final class AttributeValue {

    /// Bytes of the union.
    static final int BYTES = 64;

    /// Attributes of streams: those with a `CU_STREAM_ATTRIBUTE_…` (CUDA driver API 13.0).
    static final Set<AttributeId> OF_STREAMS =
            EnumSet.of(
                    AttributeId.ACCESS_POLICY_WINDOW,
                    AttributeId.SYNCHRONIZATION_POLICY,
                    AttributeId.PRIORITY,
                    AttributeId.MEM_SYNC_DOMAIN_MAP,
                    AttributeId.MEM_SYNC_DOMAIN);

    /// Attributes of kernel nodes: those with a `CU_KERNEL_NODE_ATTRIBUTE_…` that are emulated.
    static final Set<AttributeId> OF_NODES =
            EnumSet.of(
                    AttributeId.ACCESS_POLICY_WINDOW,
                    AttributeId.COOPERATIVE,
                    AttributeId.CLUSTER_DIMENSION,
                    AttributeId.CLUSTER_SCHEDULING_POLICY_PREFERENCE,
                    AttributeId.PRIORITY,
                    AttributeId.MEM_SYNC_DOMAIN_MAP,
                    AttributeId.MEM_SYNC_DOMAIN,
                    AttributeId.PREFERRED_SHARED_MEMORY_CARVEOUT);

    /// `CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE`.
    private static final int LARGEST_WINDOW = 109;

    /// Offsets in `CUaccessPolicyWindow`.
    private static final int WINDOW_BYTES = 8;

    private static final int HIT_RATIO = 16;
    private static final int HIT = 20;
    private static final int MISS = 24;

    /// `CU_ACCESS_PROPERTY_STREAMING` and `CU_ACCESS_PROPERTY_PERSISTING`.
    private static final int STREAMING = 1;

    private static final int PERSISTING = 2;

    /// `CU_SYNC_POLICY_AUTO` and `CU_SYNC_POLICY_BLOCKING_SYNC`.
    static final int AUTOMATIC = 1;

    private static final int LAST_POLICY = 4;

    /// The largest percentage of shared memory; -1 is the default of the device.
    private static final int LARGEST_CARVEOUT = 100;

    private final AttributeId id;
    private final byte[] bytes;

    /// @param bytes [#BYTES], little-endian
    AttributeValue(AttributeId id, byte[] bytes) {
        this.id = id;
        this.bytes = bytes.clone();
    }

    AttributeId id() {
        return id;
    }

    /// The union.
    byte[] bytes() {
        return bytes.clone();
    }

    /// A value of one number.
    static AttributeValue of(AttributeId id, int number) {
        var buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return new AttributeValue(id, buffer.putInt(number).array());
    }

    /// A value of three numbers.
    static AttributeValue of(AttributeId id, int x, int y, int z) {
        var buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return new AttributeValue(id, buffer.putInt(x).putInt(y).putInt(z).array());
    }

    private ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The value as one number.
    int number() {
        return buffer().getInt(0);
    }

    /// Requires clusters of one block: a node of a graph has no larger ones.
    private void requireOneBlock() {
        var buffer = buffer();
        for (int i = 0; i < 3; i++) {
            int extent = buffer.getInt(i * Integer.BYTES);
            if (extent != 1) {
                throw DriverCallException.of(
                        DriverResult.NOT_SUPPORTED,
                        "value requests clusters of %d blocks, which nodes of graphs do not have in the kit"
                                .formatted(extent));
            }
        }
    }

    /// The value that is stored: a priority out of range becomes the nearest one, as at the
    /// creation of a stream.
    ///
    /// @throws DriverCallException if the value is none
    AttributeValue valid(EmulatedDevice device) {
        switch (id) {
            case ACCESS_POLICY_WINDOW -> requireWindow(device);
            case SYNCHRONIZATION_POLICY -> requireNumber(AUTOMATIC, LAST_POLICY);
            case MEM_SYNC_DOMAIN -> requireNumber(0, 1);
            case PREFERRED_SHARED_MEMORY_CARVEOUT -> requireNumber(-1, LARGEST_CARVEOUT);
            case CLUSTER_DIMENSION -> requireOneBlock();
            case PRIORITY -> {
                return of(id, Math.clamp(number(), ContextSettingHandlers.GREATEST_PRIORITY, 0));
            }
            case IGNORE,
                    COOPERATIVE,
                    CLUSTER_SCHEDULING_POLICY_PREFERENCE,
                    PROGRAMMATIC_STREAM_SERIALIZATION,
                    PROGRAMMATIC_EVENT,
                    MEM_SYNC_DOMAIN_MAP,
                    LAUNCH_COMPLETION_EVENT,
                    DEVICE_UPDATABLE_KERNEL_NODE -> {}
        }
        return this;
    }

    private void requireNumber(int least, int most) {
        if (number() < least || number() > most) {
            throw refused(
                    "is %d, when it should be from %d to %d".formatted(number(), least, most));
        }
    }

    private void requireWindow(EmulatedDevice device) {
        long size = buffer().getLong(WINDOW_BYTES);
        long most = DeviceAttribute.value(LARGEST_WINDOW, device);
        float ratio = buffer().getFloat(HIT_RATIO);
        int hit = buffer().getInt(HIT);
        int miss = buffer().getInt(MISS);
        if (size < 0 || (most > 0 && size > most)) {
            throw refused(
                    "has a window of %s bytes, when the device takes %d"
                            .formatted(Long.toUnsignedString(size), most));
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw refused("has hitRatio %s, when it should be from 0 to 1".formatted(ratio));
        }
        if (hit < 0 || hit > PERSISTING || miss < 0 || miss > STREAMING) {
            throw refused(
                    "has hitProp %d and missProp %d, when they should be from 0 to 2, and 0 or 1"
                            .formatted(hit, miss));
        }
    }

    private DriverCallException refused(String problem) {
        return DriverCallException.of(DriverResult.INVALID_VALUE, "%s %s".formatted(id, problem));
    }
}
