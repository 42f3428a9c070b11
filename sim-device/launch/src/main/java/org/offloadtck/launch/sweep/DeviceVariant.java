package org.offloadtck.launch.sweep;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.launch.simulate.SimulationException;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

/// A device with other values for some figures.
///
/// @param values of the figures, in the order of the sweep
record DeviceVariant(SequencedMap<DeviceFigure, Long> values) {

    /// The device as it is.
    static final DeviceVariant NONE = new DeviceVariant(new LinkedHashMap<>());

    /// Most multiprocessors, which the host simulates one by one.
    private static final long MOST_MULTIPROCESSORS = 4096;

    DeviceVariant {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    /// This variant with one more value.
    DeviceVariant with(DeviceFigure figure, long value) {
        var more = new LinkedHashMap<>(values);
        more.put(figure, value);
        return new DeviceVariant(more);
    }

    /// The variant of a device.
    ///
    /// @throws SimulationException if the device cannot have a value
    TimedDevice of(DeviceSpec base) {
        var speeds = new EnumMap<Quantity, Long>(Quantity.class);
        var spec = base;
        for (var entry : values.entrySet()) {
            long value = entry.getValue();
            require(base, entry.getKey(), value);
            switch (entry.getKey()) {
                case DeviceFigure.Size size -> spec = sized(spec, size, (int) value);
                case DeviceFigure.Speed(var quantity) -> speeds.put(quantity, value);
            }
        }
        var device = TimedDevice.of(base);
        return new TimedDevice(spec, device.timing().imagined(speeds));
    }

    private static void require(DeviceSpec base, DeviceFigure figure, long value) {
        long least =
                figure.equals(new DeviceFigure.Speed(Quantity.L1_BYTES))
                        ? base.multiprocessor().sharedBytes()
                        : 1;
        long most =
                figure == DeviceFigure.Size.MULTIPROCESSORS
                        ? MOST_MULTIPROCESSORS
                        : Integer.MAX_VALUE;
        if (value < least || value > most) {
            throw new SimulationException(
                    "%s is %d when it should be from %d to %d"
                            .formatted(figure.word(), value, least, most));
        }
    }

    private static DeviceSpec sized(DeviceSpec spec, DeviceFigure.Size size, int value) {
        return switch (size) {
            case MULTIPROCESSORS ->
                    spec.withMultiprocessors(value, spec.multiprocessor().clockKilohertz());
            case CLOCK_KILOHERTZ -> spec.withMultiprocessors(spec.multiprocessor().count(), value);
            case L2_BYTES -> spec.withL2(value);
        };
    }

    /// The values with their figures: `multiprocessors 66, l2_bytes 1048576`.
    String text() {
        var text = new StringBuilder();
        for (Map.Entry<DeviceFigure, Long> entry : values.entrySet()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(entry.getKey().word())
                    .append(' ')
                    .append(entry.getValue());
        }
        return text.toString();
    }
}
