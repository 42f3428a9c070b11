package org.offloadtck.timing.figures;

import java.util.Map;
import org.offloadtck.engine.device.DeviceSpec;

/// A device and its timing figures: what the timing model needs to know about hardware.
///
/// @param spec what the device has
/// @param timing how fast it is
public record TimedDevice(DeviceSpec spec, TimingData timing) {

    /// A device with the figures that `timing.csv` has for its name and architecture.
    ///
    /// @throws IllegalStateException if the table lacks a quantity for the device
    public static TimedDevice of(DeviceSpec spec) {
        return new TimedDevice(spec, TimingTable.of(spec.name(), spec.sm()));
    }

    public String name() {
        return spec.name();
    }

    /// The same device with other values for some figures.
    ///
    /// @throws FigureOutOfRangeException if a figure has no published range, or its value is
    ///   outside
    public TimedDevice with(Map<Quantity, Long> values) {
        return new TimedDevice(spec, timing.with(values));
    }

    /// Bytes of the first-level cache of a multiprocessor whose CTAs take that much shared memory
    /// together: the part of the unified memory that shared memory leaves.
    public int l1Bytes(int sharedBytes) {
        return timing.value(Quantity.L1_BYTES) - spec.sharedMemorySize(sharedBytes);
    }
}
