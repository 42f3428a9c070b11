package org.offloadtck.emulation.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.thread.Extent3D;

/// The attributes of `cuLaunchKernelEx` (CUDA driver API 12.6, `CUlaunchAttribute`).
///
/// @param isCooperative whether blocks may synchronize with each other
/// @param clusters the extent of the clusters, if the launch states it
record LaunchAttributes(boolean isCooperative, List<Extent3D> clusters) {

    static final LaunchAttributes NONE = new LaunchAttributes(false, List.of());

    LaunchAttributes {
        clusters = List.copyOf(clusters);
    }

    /// Bytes of a `CUlaunchAttribute`: id, padding, and a union of 64 bytes.
    private static final int BYTES = 72;

    private static final int VALUE = 8;

    /// `CUlaunchAttributeID`.
    enum AttributeId {
        IGNORE(0),
        ACCESS_POLICY_WINDOW(1),
        COOPERATIVE(2),
        SYNCHRONIZATION_POLICY(3),
        CLUSTER_DIMENSION(4),
        CLUSTER_SCHEDULING_POLICY_PREFERENCE(5),
        PROGRAMMATIC_STREAM_SERIALIZATION(6),
        PROGRAMMATIC_EVENT(7),
        PRIORITY(8),
        MEM_SYNC_DOMAIN_MAP(9),
        MEM_SYNC_DOMAIN(10),
        LAUNCH_COMPLETION_EVENT(12),
        DEVICE_UPDATABLE_KERNEL_NODE(13),
        PREFERRED_SHARED_MEMORY_CARVEOUT(14);

        private final int number;

        AttributeId(int number) {
            this.number = number;
        }

        /// The constant of the API.
        int number() {
            return number;
        }

        static AttributeId of(int number) {
            return Arrays.stream(values())
                    .filter(id -> id.number == number)
                    .findFirst()
                    .orElseThrow(() ->
                            DriverCallException.of(
                                    DriverResult.INVALID_VALUE,
                                    "attrs has %d, which is not an attribute".formatted(number)));
        }
    }

    static LaunchAttributes parse(byte[] bytes, int count) {
        var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean isCooperative = false;
        List<Extent3D> clusters = List.of();
        for (int at = 0; at < Math.min(count, bytes.length / BYTES) * BYTES; at += BYTES) {
            var id = AttributeId.of(buffer.getInt(at));
            switch (id) {
                case COOPERATIVE -> isCooperative = buffer.getInt(at + VALUE) != 0;
                case CLUSTER_DIMENSION -> clusters = List.of(clusters(buffer, at + VALUE));
                case PROGRAMMATIC_EVENT, LAUNCH_COMPLETION_EVENT, DEVICE_UPDATABLE_KERNEL_NODE ->
                        throw DriverCallException.of(
                                DriverResult.NOT_SUPPORTED,
                                "attrs has %s, which is not emulated".formatted(id));
                case IGNORE,
                        ACCESS_POLICY_WINDOW,
                        SYNCHRONIZATION_POLICY,
                        CLUSTER_SCHEDULING_POLICY_PREFERENCE,
                        PROGRAMMATIC_STREAM_SERIALIZATION,
                        PRIORITY,
                        MEM_SYNC_DOMAIN_MAP,
                        MEM_SYNC_DOMAIN,
                        PREFERRED_SHARED_MEMORY_CARVEOUT -> {}
            }
        }
        return new LaunchAttributes(isCooperative, clusters);
    }

    private static Extent3D clusters(ByteBuffer buffer, int at) {
        int[] extents = new int[3];
        for (int i = 0; i < extents.length; i++) {
            extents[i] = buffer.getInt(at + i * Integer.BYTES);
            if (extents[i] < 1) {
                throw DriverCallException.of(
                        DriverResult.INVALID_VALUE,
                        "attrs requests clusters of %d blocks when it should be 1 or more"
                                .formatted(Integer.toUnsignedLong(extents[i])));
            }
        }
        return new Extent3D(extents[0], extents[1], extents[2]);
    }

    /// The extent of the clusters that the launch requests.
    Optional<Extent3D> cluster() {
        return clusters.stream().findFirst();
    }
}
