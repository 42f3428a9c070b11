package org.offloadtck.engine.deviceruntime;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.DecodedFunction;

/// The device of a launch, as the device runtime sees it.
public interface RuntimeDevice {

    DeviceSpec spec();

    /// The number of the device in the program.
    int ordinal();

    /// The memory of the device runtime.
    RuntimeMemory memory();

    /// The value of an attribute of the device, by its number in `cudaDeviceAttr`; empty if there
    /// is no such attribute.
    OptionalInt attribute(int number);

    /// The value of a limit, by its number in `cudaLimit`; empty if the device has no such limit.
    OptionalLong limit(int number);

    /// Most dynamic shared memory of a kernel in bytes.
    int maxDynamicSharedBytes(DecodedFunction kernel);
}
