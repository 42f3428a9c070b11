package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Reads the properties of a device.
///
/// Source: LLVM 22, `offload/liboffload/API/Device.td` and `Platform.td`, for every number.
///
/// @param device its handle
record LiboffloadInfo(LiboffloadCall call, MemorySegment device) {

    private static final int TYPE = 0;
    private static final int PLATFORM = 1;
    private static final int NAME = 2;
    private static final int VENDOR = 5;
    private static final int DRIVER_VERSION = 6;
    private static final int MAX_WORK_GROUP_SIZE = 7;
    private static final int DOUBLE_FP_CONFIG = 20;

    private static final int PLATFORM_BACKEND = 3;

    /// `OL_DEVICE_TYPE_HOST`.
    private static final int HOST = 4;

    String name() {
        return text(NAME);
    }

    String vendor() {
        return text(VENDOR);
    }

    String driverVersion() {
        return text(DRIVER_VERSION);
    }

    int maxGroupSize() {
        return integer(MAX_WORK_GROUP_SIZE);
    }

    boolean hasDoublePrecision() {
        return integer(DOUBLE_FP_CONFIG) != 0;
    }

    /// Whether the device is the host itself, which runs no kernels.
    boolean isHost() {
        return integer(TYPE) == HOST;
    }

    /// The triple of images for the device's platform; empty for a platform whose triple the kit
    /// does not know.
    Optional<String> triple() {
        return switch (backend()) {
            case 1 -> Optional.of("nvptx64-nvidia-cuda");
            case 2 -> Optional.of("amdgcn-amd-amdhsa");
            case 3 -> Optional.of("spirv64-intel");
            default -> Optional.empty();
        };
    }

    private int backend() {
        try (var arena = Arena.ofConfined()) {
            var value = arena.allocate(JAVA_INT);
            call.check(
                    LiboffloadFunction.GET_PLATFORM_INFO,
                    platform(),
                    PLATFORM_BACKEND,
                    JAVA_INT.byteSize(),
                    value);
            return value.get(JAVA_INT, 0);
        }
    }

    private MemorySegment platform() {
        return call.made((one, place) -> read(one, PLATFORM, ADDRESS.byteSize(), place));
    }

    private int integer(int property) {
        try (var arena = Arena.ofConfined()) {
            var value = arena.allocate(JAVA_INT);
            read(call, property, JAVA_INT.byteSize(), value);
            return value.get(JAVA_INT, 0);
        }
    }

    private String text(int property) {
        long size =
                call.number((one, place) ->
                        one.check(
                                LiboffloadFunction.GET_DEVICE_INFO_SIZE, device, property, place));
        try (var arena = Arena.ofConfined()) {
            var value = arena.allocate(size + 1);
            read(call, property, size, value);
            return value.getString(0);
        }
    }

    private void read(LiboffloadCall one, int property, long size, MemorySegment value) {
        one.check(LiboffloadFunction.GET_DEVICE_INFO, device, property, size, value);
    }
}
