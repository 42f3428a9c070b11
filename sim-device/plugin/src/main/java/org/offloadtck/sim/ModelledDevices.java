package org.offloadtck.sim;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.ModelFigure;
import org.offloadtck.timing.figures.FigureOutOfRangeException;
import org.offloadtck.timing.figures.Quantity;

/// The devices whose time can be modelled, in the words of the plugin SPI.
final class ModelledDevices {

    private static final String OPERATION = "timing of launches";

    private ModelledDevices() {}

    /// The device of that name.
    ///
    /// @param asked refuses what there is not
    static DeviceSpec named(SimulatedDevice asked, String model) {
        return DeviceSpec.named(model)
                .orElseThrow(() ->
                        asked.refusal(
                                OPERATION,
                                DeviceError.INVALID_VALUE,
                                "'%s' is no device that is modelled".formatted(model)));
    }

    /// A device with other figures.
    ///
    /// @param asked refuses what there cannot be
    static DeviceSpec with(SimulatedDevice asked, DeviceSpec spec, Map<String, Long> figures) {
        try {
            return figures.isEmpty() ? spec : spec.with(Quantity.named(figures));
        } catch (FigureOutOfRangeException problem) {
            throw asked.refusal(
                    OPERATION, DeviceError.INVALID_VALUE, String.valueOf(problem.getMessage()));
        }
    }

    /// The figures that have a range.
    static List<ModelFigure> figures(DeviceSpec spec) {
        return Stream.of(Quantity.values()).flatMap(quantity -> figure(spec, quantity)).toList();
    }

    private static Stream<ModelFigure> figure(DeviceSpec spec, Quantity quantity) {
        var timing = spec.timing();
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
