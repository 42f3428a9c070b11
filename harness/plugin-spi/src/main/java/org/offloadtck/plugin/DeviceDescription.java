package org.offloadtck.plugin;

import java.util.OptionalInt;
import org.offloadtck.plugin.image.TargetId;

/// The identity and the limits of a device.
///
/// @param id plugin name and index, `sim:0`; stable from run to run
/// @param name the product name, `NVIDIA H200`
/// @param vendor who made it
/// @param driver driver or engine and its version, for the evidence of a result
/// @param target what its images are compiled for
/// @param warpSize threads that execute together, if the device has such a notion
/// @param maxGroupSize most threads in a group
public record DeviceDescription(
        String id,
        String name,
        String vendor,
        String driver,
        TargetId target,
        OptionalInt warpSize,
        int maxGroupSize) {}
