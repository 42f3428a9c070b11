package org.offloadtck.object.offload.abi;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// `__omp_rtl_device_environment`: the values that the host writes for the device runtime into the
/// variable of that name in an image. Fields that a layout lacks are 0.
///
/// Source: LLVM 14 to 16, `openmp/libomptarget/DeviceRTL/include/Configuration.h`; LLVM 17,
/// `openmp/libomptarget/include/DeviceEnvironment.h`; LLVM 18 to 23, `Shared/Environment.h`,
/// `DeviceEnvironmentTy`.
///
/// @param dynamicMemory dynamic shared memory of a group, in bytes
/// @param clockFrequency in Hz
/// @param indirectCallTable device address of pairs of host and device function pointers, sorted by
///   the host's
/// @param indirectCallTableSize in pairs
public record DeviceEnvironment(
        long debugKind,
        long deviceCount,
        long deviceNumber,
        long dynamicMemory,
        long clockFrequency,
        long indirectCallTable,
        long indirectCallTableSize,
        long hardwareParallelism) {

    /// The name of the variable in a device image.
    public static final String SYMBOL = "__omp_rtl_device_environment";

    /// Reads the environment that fills `bytes`, of 16, 24 or 48 bytes.
    ///
    /// @throws MalformedObjectException if it has another size
    public static DeviceEnvironment parse(ObjectBytes bytes) {
        if (!isSize(bytes.size())) {
            throw bytes.malformed(
                    0,
                    FormatRule.SIZE,
                    "the device environment has %d bytes when it should have 16, 24 or 48"
                            .formatted(bytes.size()));
        }
        var fields = bytes.cursor(0);
        long debugKind = fields.u32("DeviceDebugKind");
        long deviceCount = fields.u32("NumDevices");
        long deviceNumber = fields.u32("DeviceNum");
        long dynamicMemory = fields.u32("DynamicMemSize");
        long clock = bytes.size() >= 24 ? fields.i64("ClockFrequency") : 0;
        long table = bytes.size() >= 48 ? fields.i64("IndirectCallTable") : 0;
        long tableSize = bytes.size() >= 48 ? fields.i64("IndirectCallTableSize") : 0;
        long parallelism = bytes.size() >= 48 ? fields.i64("HardwareParallelism") : 0;
        return new DeviceEnvironment(
                debugKind,
                deviceCount,
                deviceNumber,
                dynamicMemory,
                clock,
                table,
                tableSize,
                parallelism);
    }

    /// A copy with a table of `rows` pairs at a device address.
    public DeviceEnvironment withCallTable(long address, long rows) {
        return new DeviceEnvironment(
                debugKind,
                deviceCount,
                deviceNumber,
                dynamicMemory,
                clockFrequency,
                address,
                rows,
                hardwareParallelism);
    }

    /// The bytes of the layout of `size` bytes: 16, 24 or 48, as the profile states.
    public byte[] write(int size) {
        if (!isSize(size)) {
            throw new IllegalArgumentException(
                    "a device environment has 16, 24 or 48 bytes, not %d".formatted(size));
        }
        var image = new ByteWriter();
        image.u32(debugKind).u32(deviceCount).u32(deviceNumber).u32(dynamicMemory);
        if (size >= 24) {
            image.u64(clockFrequency);
        }
        if (size >= 48) {
            image.u64(indirectCallTable).u64(indirectCallTableSize).u64(hardwareParallelism);
        }
        return image.toByteArray();
    }

    private static boolean isSize(long size) {
        return size == 16 || size == 24 || size == 48;
    }
}
