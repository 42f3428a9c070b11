package org.offloadtck.emulation.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AddressReservations.Access;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Parses properties of physical memory and of memory pools, and the access that devices have to
/// them.
public final class MemoryProperties {

    /// `CU_MEM_ALLOCATION_TYPE_PINNED`, the only one (CUDA driver API 12.6).
    private static final int PINNED = 1;

    /// `CU_MEM_LOCATION_TYPE_DEVICE`.
    private static final int ON_DEVICE = 1;

    /// `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR` (CUDA driver API 13.0,
    /// `CUmemAllocationHandleType`), the only one on Linux without a fabric.
    static final int DESCRIPTOR = 1;

    /// Bytes of a `CUmemAccessDesc`: location type, location id, flags.
    private static final int ACCESS_BYTES = 12;

    private MemoryProperties() {}

    /// The access of a device that a program requests.
    record DeviceAccess(EmulatedDevice device, Access access) {}

    /// Checks type, handle types and location of a `CUmemAllocationProp` or `CUmemPoolProps`, whose
    /// first argument is `first`.
    public static EmulatedDevice requireOnDevice(Invocation call, int first) {
        requirePinned(call, first);
        if (call.number(first + 1) != 0) {
            throw call.error(
                    first + 1,
                    DriverResult.NOT_SUPPORTED,
                    "requests shareable handles, which are not emulated here");
        }
        requireDeviceLocation(call, first + 2);
        return call.device(first + 3);
    }

    /// The same for memory that may be shared by a descriptor of a file.
    static EmulatedDevice requireShareable(Invocation call, int first) {
        requirePinned(call, first);
        if (call.number(first + 1) != 0) {
            requireDescriptor(call, first + 1);
        }
        requireDeviceLocation(call, first + 2);
        return call.device(first + 3);
    }

    /// Requires that argument `index` is `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR`.
    public static void requireDescriptor(Invocation call, int index) {
        if (call.number(index) != DESCRIPTOR) {
            throw call.error(
                    index,
                    DriverResult.NOT_SUPPORTED,
                    "should be CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR (1)");
        }
    }

    /// Requires that the type of allocation in argument `index` is the one that is emulated.
    static void requirePinned(Invocation call, int index) {
        if (call.number(index) != PINNED) {
            throw call.error(
                    index, DriverResult.INVALID_VALUE, "should be CU_MEM_ALLOCATION_TYPE_PINNED");
        }
    }

    /// Requires that the location type in argument `index` is that of a device.
    static void requireDeviceLocation(Invocation call, int index) {
        if (call.number(index) != ON_DEVICE) {
            throw call.error(
                    index, DriverResult.INVALID_VALUE, "should be CU_MEM_LOCATION_TYPE_DEVICE");
        }
    }

    /// The `CUmemAccessDesc` in buffer 0.
    ///
    /// @param count the argument with their number
    static List<DeviceAccess> access(Invocation call, DriverState state, int count) {
        return access(call, state, count, 0);
    }

    private static List<DeviceAccess> access(
            Invocation call, DriverState state, int count, int buffer) {
        var descriptions =
                ByteBuffer.wrap(call.call().buffer(buffer)).order(ByteOrder.LITTLE_ENDIAN);
        if (call.raw(count) < 1 || call.raw(count) > descriptions.capacity() / ACCESS_BYTES) {
            throw call.error(count, DriverResult.INVALID_VALUE, "should count the descriptions");
        }
        var found = new ArrayList<DeviceAccess>();
        for (int i = 0; i < call.raw(count); i++) {
            int at = i * ACCESS_BYTES;
            var gpu = state.device(descriptions.getInt(at + Integer.BYTES));
            int flags = descriptions.getInt(at + 2 * Integer.BYTES);
            if (descriptions.getInt(at) != ON_DEVICE || gpu.isEmpty()) {
                throw DriverCallException.of(
                        DriverResult.INVALID_VALUE, "desc[%d] is not a device".formatted(i));
            }
            found.add(new DeviceAccess(gpu.get(), access(flags)));
        }
        return found;
    }

    /// Requires valid descriptions, 0 or more.
    ///
    /// @param count the argument with their number
    /// @param buffer with the descriptions
    public static void requireAccess(Invocation call, int count, int buffer) {
        long most = call.state().devices().size();
        if (call.raw(count) < 0 || call.raw(count) > most) {
            throw call.error(
                    count,
                    DriverResult.INVALID_VALUE,
                    "is more than the %d devices".formatted(most));
        }
        if (call.raw(count) > 0) {
            var _ = access(call, call.state(), count, buffer);
        }
    }

    private static Access access(int flags) {
        return Access.of(flags)
                .orElseThrow(() ->
                        DriverCallException.of(
                                DriverResult.INVALID_VALUE,
                                "desc has access 0x%x, which is none".formatted(flags)));
    }
}
