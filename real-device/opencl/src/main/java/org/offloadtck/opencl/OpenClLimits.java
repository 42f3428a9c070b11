package org.offloadtck.opencl;

import java.util.List;
import org.jocl.CL;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.LaunchSize;

/// The limits of a device, which are checked before a driver sees a launch: drivers report them by
/// codes that other mistakes have, too, or exceed them.
///
/// @param groupExtents most work-items of a group in each dimension
///   (`CL_DEVICE_MAX_WORK_ITEM_SIZES`)
/// @param localBytes local memory of a group, in bytes (`CL_DEVICE_LOCAL_MEM_SIZE`)
/// @param argumentBytes size of all arguments of a kernel, in bytes
///   (`CL_DEVICE_MAX_PARAMETER_SIZE`)
/// @param allocationBytes largest buffer, in bytes (`CL_DEVICE_MAX_MEM_ALLOC_SIZE`)
/// @param addressBits width of a global index (`CL_DEVICE_ADDRESS_BITS`)
/// @see "The OpenCL Specification 3.0, 4.2, table 5"
record OpenClLimits(
        List<Long> groupExtents,
        long localBytes,
        long argumentBytes,
        long allocationBytes,
        long addressBits) {

    /// Dimensions of a launch.
    private static final int DIMENSIONS = 3;

    OpenClLimits {
        groupExtents = List.copyOf(groupExtents);
    }

    static OpenClLimits of(OpenClQuery query) {
        return new OpenClLimits(
                query.numbers(CL.CL_DEVICE_MAX_WORK_ITEM_SIZES, DIMENSIONS),
                query.number(CL.CL_DEVICE_LOCAL_MEM_SIZE),
                query.number(CL.CL_DEVICE_MAX_PARAMETER_SIZE),
                query.number(CL.CL_DEVICE_MAX_MEM_ALLOC_SIZE),
                query.number(CL.CL_DEVICE_ADDRESS_BITS));
    }

    /// Rejects a buffer that is too large.
    void requireAllocation(OpenClCall call, long bytes) {
        require(
                call,
                bytes <= allocationBytes,
                DeviceError.OUT_OF_RESOURCES,
                "size is %d bytes when a buffer of the device has at most %d"
                        .formatted(bytes, allocationBytes));
    }

    /// Rejects a launch of a shape or with arguments that the device or the kernel does not take.
    ///
    /// @param bytes size of all arguments, in bytes
    void requireLaunch(OpenClCall call, OpenClKernel kernel, LaunchSize size, long bytes) {
        requireGroup(call, kernel, extents(size.groupSize()));
        requireGlobal(call, size);
        require(
                call,
                kernel.localBytes() <= localBytes,
                DeviceError.OUT_OF_RESOURCES,
                "local memory of a group is %d bytes when the device has %d"
                        .formatted(kernel.localBytes(), localBytes));
        require(
                call,
                bytes <= argumentBytes,
                DeviceError.INVALID_VALUE,
                "arguments have %d bytes when those of a kernel have at most %d"
                        .formatted(bytes, argumentBytes));
    }

    private void requireGroup(OpenClCall call, OpenClKernel kernel, List<Long> group) {
        for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
            require(
                    call,
                    group.get(dimension) <= groupExtents.get(dimension),
                    DeviceError.INVALID_VALUE,
                    "group size in dimension %d is %d when it should be at most %d"
                            .formatted(
                                    dimension, group.get(dimension), groupExtents.get(dimension)));
        }
        require(
                call,
                kernel.requiredGroup().isEmpty() || kernel.requiredGroup().equals(group),
                DeviceError.INVALID_VALUE,
                "group is %s when the kernel requires %s"
                        .formatted(text(group), text(kernel.requiredGroup())));
    }

    private void requireGlobal(OpenClCall call, LaunchSize size) {
        var groups = extents(size.groups());
        var group = extents(size.groupSize());
        for (int dimension = 0; dimension < DIMENSIONS && addressBits < Long.SIZE; dimension++) {
            long items = groups.get(dimension) * group.get(dimension);
            require(
                    call,
                    items < 1L << addressBits,
                    DeviceError.INVALID_VALUE,
                    "dimension %d has %d work-items when an index of the device has %d bits"
                            .formatted(dimension, items, addressBits));
        }
    }

    private static List<Long> extents(LaunchSize.Dim3 size) {
        return List.of((long) size.x(), (long) size.y(), (long) size.z());
    }

    private static String text(List<Long> extents) {
        return String.join("×", extents.stream().map(String::valueOf).toList());
    }

    private static void require(OpenClCall call, boolean held, DeviceError error, String problem) {
        if (!held) {
            throw call.failed(error, problem);
        }
    }
}
