package org.offloadtck.runtime.mapping;

import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.runtime.UnmappedPointerResult;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;

/// The device addresses that the program requests with `use_device_ptr` and `use_device_addr`: of
/// the base of the variable.
///
/// Requirement: DM-13.
///
/// @param missing the value of a pointer whose object is not mapped
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataBegin"
record UseDevicePointers(DataPlan plan, UnmappedPointerResult missing, DeviceStorage storage) {

    /// The device address for `argument`, after the construct mapped its arguments.
    long of(MapArgument argument) {
        long base = base(argument);
        return switch (plan.table().lookup(argument.begin(), argument.size())) {
            case LookupResult.Contained(var row) -> address(row, argument, base);
            case LookupResult.Extending(var row) -> address(row, argument, base);
            case LookupResult.Absent() -> missing(argument, base);
        };
    }

    private long base(MapArgument argument) {
        return argument.has(MapType.PTR_AND_OBJ)
                ? plan.host().i64(argument.base(), "pointer of a pointer and object")
                : argument.base();
    }

    private long address(Mapping row, MapArgument argument, long base) {
        plan.requireRawAddresses("a device pointer on the host");
        return row.counterpart(argument.begin())
                .plus(base - argument.begin())
                .address()
                .orElseThrow();
    }

    private long missing(MapArgument argument, long base) {
        if (storage == DeviceStorage.SHARED) {
            return base;
        }
        UnmappedPointerResult wanted =
                argument.has(MapType.FB_NULLIFY) ? UnmappedPointerResult.NULL : missing;
        return switch (wanted) {
            case NULL -> base - argument.begin();
            case HOST -> base;
        };
    }
}
