package org.offloadtck.sim;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.ModelFigure;
import org.offloadtck.timing.figures.FigureOutOfRangeException;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

/// The devices that the timing model knows, by name, and their figures as the plugin SPI has them.
final class ModelledDevices {

    private static final String OPERATION = "timing of launches";

    private ModelledDevices() {}

    /// The device of that name.
    ///
    /// @param asked throws the exception if there is no such device
    static TimedDevice named(SimulatedDevice asked, String model) {
        return DeviceSpec.named(model)
                .map(TimedDevice::of)
                .orElseThrow(() ->
                        asked.error(
                                OPERATION,
                                DeviceError.INVALID_VALUE,
                                "'%s' is not a modelled device".formatted(model)));
    }

    /// A device with other figures.
    ///
    /// @param asked throws the exception if a figure is out of range
    static TimedDevice with(SimulatedDevice asked, TimedDevice device, Map<String, Long> figures) {
        try {
            return figures.isEmpty() ? device : device.with(Quantity.named(figures));
        } catch (FigureOutOfRangeException problem) {
            throw asked.failure(OPERATION, DeviceError.INVALID_VALUE, problem);
        }
    }

    /// The figures with a published range.
    static List<ModelFigure> figures(TimedDevice device) {
        return Stream.of(Quantity.values()).flatMap(quantity -> figure(device, quantity)).toList();
    }

    private static Stream<ModelFigure> figure(TimedDevice device, Quantity quantity) {
        var timing = device.timing();
        return timing.range(quantity).stream()
                .map(range ->
                        new ModelFigure(
                                quantity.word(),
                                timing.figure(quantity).value(),
                                range.least(),
                                range.most(),
                                range.source()));
    }
}
